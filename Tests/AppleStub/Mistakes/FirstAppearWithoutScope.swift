// expect: value of type 'Text' has no member 'onFirstAppear'
import LifebusUI
import SwiftUI

struct Home: View {
  var body: some View {
    Text("Home").onFirstAppear {}
  }
}

import AnalyticsLogger
import Foundation
import LifebusPlugin

// One program under several names: which plugin it is, its file's name says.
switch URL(filePath: CommandLine.arguments[0]).lastPathComponent {
case "analytics-logger": await PluginMain.run(AnalyticsLoggerPlugin.self)
case "pair": await PluginMain.run(Pair.self)
case "homesick": await PluginMain.run(Homesick.self)
case "picky": await PluginMain.run(Picky.self)
case "sleeper": await PluginMain.run(Sleeper.self)
case "broken": await PluginMain.run(Broken.self)
case "chatty": await PluginMain.run(Chatty.self)
default: await PluginMain.run(Performer.self)
}

/// A plugin in the language of POSIX's shell, which takes JSON apart as far as a shell can.
struct ShellTemplate {
  let name: PluginName

  var files: [PluginFile] {
    [
      PluginFile(path: "\(name.text).sh", text: program, isProgram: true),
      PluginFile(path: "test.sh", text: test, isProgram: true), PluginFile(path: "README.md", text: page),
    ]
  }

  private var program: String {
    #"""
    #!/bin/sh
    # A plugin of lifebus-host that greets each screen that appears.
    #
    # The host's lines have their members in the order of its protocol: 'case' and 'sed' can take them apart. Texts stay as JSON
    # writes them, escapes and all; a plugin that looks into them is better written with jq, or in another language.

    if [ -z "${LIFEBUS_PLUGIN:-}" ]; then
      echo "\#(name.text) is a plugin of lifebus-host: lifebus-host --plugins ./\#(name.text).sh" >&2
      exit 64
    fi

    # handle: handles the event of $line; the delivery has failed if it returns something else than 0.
    handle() {
      scope=$(printf '%s\n' "$line" | sed -En 's/.*"data":\{"scope":"(([^"\\]|\\.)*)".*/\1/p')
      [ -n "$scope" ] || return 1
      printf '{"delivery":%s,"post":{"type":"custom","name":"greeted","attributes":{"scope":"%s"}}}\n' "$number" "$scope"
    }

    while IFS= read -r line; do
      case $line in
      '{"lifebus":1,"do":"start"'*) echo '{"lifebus":1,"on":["appear"],"timeoutMs":30000}' ;;
      '{"do":"deliver","delivery":'*)
        number=${line#'{"do":"deliver","delivery":'}
        number=${number%%,*}
        if handle; then
          printf '{"delivery":%s,"done":true}\n' "$number"
        else
          printf '{"delivery":%s,"failed":"no scope to greet"}\n' "$number"
        fi
        ;;
      '{"do":"stop"'*) exit 0 ;;
      esac
    done

    """#
  }

  private var test: String {
    #"""
    #!/bin/sh
    # Plays the host, and looks at what the plugin answers; exits with 1 if that is not as expected.
    cd "$(dirname "$0")" || exit 2

    got=$(LIFEBUS_PLUGIN=1 ./\#(name.text).sh <<'HOST'
    {"lifebus":1,"do":"start","name":"\#(name.text)","appVersion":"1","folder":"own","base":".","options":{}}
    {"do":"registered"}
    {"do":"deliver","delivery":1,"attempt":1,"key":"test/1","event":{"type":"dev.lifebus.appear","data":{"scope":"home"}}}
    {"do":"deliver","delivery":2,"attempt":1,"key":"test/2","event":{"type":"dev.lifebus.appear","data":{}}}
    {"do":"stop"}
    HOST
    )
    code=$?
    expected=$(cat <<'PLUGIN'
    {"lifebus":1,"on":["appear"],"timeoutMs":30000}
    {"delivery":1,"post":{"type":"custom","name":"greeted","attributes":{"scope":"home"}}}
    {"delivery":1,"done":true}
    {"delivery":2,"failed":"no scope to greet"}
    PLUGIN
    )
    if [ "$code" -ne 0 ] || [ "$got" != "$expected" ]; then
      printf 'it ends with code %s; expected:\n%s\ngot:\n%s\n' "$code" "$expected" "$got" >&2
      exit 1
    fi
    echo passed

    """#
  }

  private var page: String {
    """
    # \(name.text)

    `\(name.text).sh` is a plugin of `lifebus-host`; `PROTOCOL.md` of Lifebus says what the two say to each other.
    `./test.sh` tests what it does, and `lifebus plugin test ./\(name.text).sh` whether it keeps to the protocol.
    `lifebus-host --plugins ./\(name.text).sh` hosts it; from another shell, `lifebus emit launch` and `lifebus emit appear home`.

    """
  }
}

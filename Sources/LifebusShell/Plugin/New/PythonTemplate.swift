/// A plugin in Python, with nothing but its standard library.
struct PythonTemplate {
  let name: PluginName

  var files: [PluginFile] {
    [
      PluginFile(path: "\(name.text).py", text: program, isProgram: true), PluginFile(path: "test_plugin.py", text: test),
      PluginFile(path: "README.md", text: page),
    ]
  }

  private var program: String {
    #"""
    #!/usr/bin/env python3
    """A plugin of lifebus-host that greets each screen that appears."""

    import json
    import os
    import sys

    # What the plugin wants, and how it is to be treated.
    WANTS = {"lifebus": 1, "on": ["appear"], "timeoutMs": 30000}


    def handle(delivery, say):
        """Handles one event; if it raises an exception, the delivery has failed."""
        scope = delivery["event"]["data"]["scope"]
        greeted = {"type": "custom", "name": "greeted", "attributes": {"scope": scope}}
        say({"log": f"greets {scope}"})
        say({"delivery": delivery["delivery"], "post": greeted})


    def answer(delivery, say):
        """Handles a delivery and says how it ended: once, with its number."""
        number = delivery["delivery"]
        try:
            handle(delivery, say)
        except Exception as problem:
            say({"delivery": number, "failed": repr(problem)})
        else:
            say({"delivery": number, "done": True})


    def main():
        if "LIFEBUS_PLUGIN" not in os.environ:
            print("\#(name.text) is a plugin of lifebus-host: lifebus-host --plugins ./\#(name.text).py", file=sys.stderr)
            return 64
        # Standard output is the host's alone: what print() writes goes to the log.
        output = os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)

        def say(line):
            print(json.dumps(line), file=output, flush=True)

        for text in sys.stdin.buffer:
            line = json.loads(text)
            if line["do"] == "start":
                say(WANTS)
            elif line["do"] == "deliver":
                answer(line, say)
            elif line["do"] == "stop":
                break
            # A "cancel" comes when the call is over already: this plugin does one thing after another.
        return 0


    if __name__ == "__main__":
        sys.exit(main())

    """#
  }

  private var test: String {
    #"""
    """Plays the host, and looks at what the plugin answers."""

    import json
    import os
    import subprocess
    import unittest

    PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "\#(name.text).py")
    START = {"lifebus": 1, "do": "start", "name": "\#(name.text)", "appVersion": "1", "folder": "own", "base": ".", "options": {}}


    def delivery(number, kind, data):
        event = {"specversion": "1.0", "id": str(number), "source": "lifebus", "sequence": str(number), "data": data}
        event["type"] = f"dev.lifebus.{kind}"
        return {"do": "deliver", "delivery": number, "attempt": 1, "key": f"test/{number}", "event": event}


    def talk(*deliveries):
        """The plugin's lines after its answer to 'start', without those for the log."""
        lines = [START, {"do": "registered"}, *deliveries, {"do": "stop"}]
        run = subprocess.run(
            [PROGRAM], input="".join(json.dumps(line) + "\n" for line in lines), env={**os.environ, "LIFEBUS_PLUGIN": "1"},
            stdout=subprocess.PIPE, encoding="utf-8", timeout=10, check=True)
        answers = [json.loads(line) for line in run.stdout.splitlines()]
        return [answer for answer in answers[1:] if "log" not in answer]


    class PluginTest(unittest.TestCase):
        def test_it_greets_each_screen_that_appears(self):
            greeted = {"type": "custom", "name": "greeted", "attributes": {"scope": "home"}}
            answers = talk(delivery(1, "appear", {"scope": "home", "scene": "main"}))
            self.assertEqual(answers, [{"delivery": 1, "post": greeted}, {"delivery": 1, "done": True}])

        def test_what_it_cannot_handle_has_failed(self):
            self.assertEqual(talk(delivery(1, "appear", {})), [{"delivery": 1, "failed": "KeyError('scope')"}])


    if __name__ == "__main__":
        unittest.main()

    """#
  }

  private var page: String {
    """
    # \(name.text)

    `\(name.text).py` is a plugin of `lifebus-host`; `PROTOCOL.md` of Lifebus says what the two say to each other.
    `python3 test_plugin.py` tests what it does, and `lifebus plugin test ./\(name.text).py` whether it keeps to the protocol.
    `lifebus-host --plugins ./\(name.text).py` hosts it; from another shell, `lifebus emit launch` and `lifebus emit appear home`.

    """
  }
}

import AnalyticsLogger
import AuthGate
import LifebusHost
import Sync

await PluginHost.main(
  plugins: [AuthGatePlugin.self, SyncPlugin.self, AnalyticsLoggerPlugin.self],
  example: ExampleFiles([
    "lifebus.json": PackageResources.lifebus_json,
    "session.json": PackageResources.session_json,
    "events.jsonl": PackageResources.events_jsonl,
    "content/home.json": PackageResources.home_json,
    "content/articles/first.md": PackageResources.first_md,
    "content/articles/second.md": PackageResources.second_md,
  ]))

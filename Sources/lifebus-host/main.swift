import AnalyticsLogger
import AuthGate
import LifebusHost
import Sync

await PluginHost.main(plugins: [AuthGatePlugin.self, SyncPlugin.self, AnalyticsLoggerPlugin.self])

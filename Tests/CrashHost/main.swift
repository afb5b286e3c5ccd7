import AnalyticsLogger
import LifebusHost

await PluginHost.main(plugins: [
  Effects.self, OnceOnly.self, Slow.self, Keyed.self, Committer.self, Trapping.self, AnalyticsLoggerPlugin.self,
])

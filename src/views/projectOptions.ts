import type { components } from '../../generated/api';
import type { Project } from '../domain/project';
import { CONSTANT_SETTINGS } from './constantSettings';

/** The options map: every key of the seed, equal to its twin field where there is one (decisions.md D20). */
export function presentOptions(project: Project, securityToken: string): components['schemas']['ProjectOptions'] {
  const { settings } = project;
  return {
    'svc:grouping_auto_update': CONSTANT_SETTINGS.groupingAutoUpdate,
    'svc:span_description_cluster_rules': [],
    'svc:transaction_name_cluster_rules': [],
    'digests:mail:maximum_delay': settings.digestsMaxDelay,
    'digests:mail:minimum_delay': settings.digestsMinDelay,
    'svc:scrub_defaults': settings.dataScrubberDefaults,
    'svc:scrub_data': settings.dataScrubber,
    'svc:scrub_ip_address': settings.scrubIPAddresses,
    'svc:scrape_javascript': settings.scrapeJavaScript,
    'mail:subject_prefix': project.subjectPrefix,
    'svc:relay_pii_config': settings.relayPiiConfig,
    'svc:token': securityToken,
    'svc:resolve_age': project.resolveAge,
    'svc:grouping_config': settings.groupingConfig,
    'svc:secondary_grouping_config': settings.secondaryGroupingConfig,
    'svc:secondary_grouping_expiry': settings.secondaryGroupingExpiry,
    'quotas:spike-protection-disabled': settings.spikeProtectionDisabled,
    'svc:store_crash_reports': CONSTANT_SETTINGS.storeCrashReports,
    'svc:builtin_symbol_sources': [...CONSTANT_SETTINGS.builtinSymbolSources],
    'svc:origins': [...settings.allowedDomains],
    'svc:sensitive_fields': [...settings.sensitiveFields],
    'svc:default_environment': settings.defaultEnvironment,
    'svc:verify_ssl': settings.verifySSL,
    'svc:csp_ignored_sources_defaults': CONSTANT_SETTINGS.cspIgnoredSourcesDefaults,
    'svc:csp_ignored_sources': CONSTANT_SETTINGS.cspIgnoredSources,
    'filters:blacklisted_ips': settings.filterBlacklistedIps,
    'filters:react-hydration-errors': settings.filterReactHydrationErrors,
    'filters:chunk-load-error': settings.filterChunkLoadError,
    'filters:releases': settings.filterReleases,
    'filters:error_messages': settings.filterErrorMessages,
    'feedback:branding': CONSTANT_SETTINGS.feedbackBranding,
  };
}

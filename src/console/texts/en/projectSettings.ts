/** The English texts of the settings of a project. */
export const en = {
  keySettings: {
    title: 'DSN keys',
    help: 'Programs send their events with the DSN of a key. Several keys can be limited and disabled apart from each other.',
    readOnly: 'To change keys, a role needs project:write.',
    create: 'New key',
    edit: (name: string) => `Edit ${name}`,
    name: 'Name',
    active: 'Events with this key are accepted',
    disabled: 'disabled',
    limit: 'Events at most',
    window: 'in so many seconds',
    limitHelp: 'Empty for no limit of its own.',
    limited: (count: string, window: string) => `At most ${count} events in ${window} seconds.`,
    created: (date: string) => `Since ${date}.`,
    change: 'Edit',
    rotate: 'Rotate',
    rotateTitle: (name: string) => `Rotate ${name}`,
    rotateHelp: 'The key gets a new DSN. Events with the present one are refused at once: programs need the new one.',
    rotated: 'The key has a new DSN.',
    remove: 'Remove',
    removeTitle: (name: string) => `Remove ${name}`,
    removeHelp: 'Events with this DSN are refused at once. The key cannot be brought back.',
    removed: 'The key is removed.',
  },
  groupingPreview: {
    title: 'What would change',
    begin: 'Preview',
    help: 'Groups the newest 10,000 events by what stands above, also before you save it. Nothing is changed.',
    outdated: 'The rules above were changed since.',
    running: (events: string) => `${events} events were grouped so far.`,
    counts: ({ events, stay, split, join }: { events: string; stay: string; split: string; join: string }) =>
      `Of ${events}: ${stay}, ${split}, ${join}.`,
    events: (count: number, formatted: string) => (count === 1 ? '1 event' : `${formatted} events`),
    stay: (count: number, formatted: string) => (count === 1 ? '1 issue would stay' : `${formatted} issues would stay`),
    split: (count: number, formatted: string) => (count === 1 ? '1 would split' : `${formatted} would split`),
    join: (count: number, formatted: string) =>
      count === 1 ? '1 would join others' : `${formatted} would join others`,
    issue: 'Issue',
    outcome: 'It would',
    outcomes: { split: 'split', join: 'join others' },
    parts: 'Its events',
    with: (issues: string) => `with ${issues}`,
    apply: 'Apply',
    applyHelp: 'Saves these settings and regroups the stored events.',
    applyTitle: 'Apply these settings?',
    applyText: (events: string) =>
      `The settings are saved, and the newest ${events} events move to the issues where they belong by them. Issues that join become one. You can undo all of it within 24 hours.`,
    applying: (events: string, moved: string) => `${events} events were read, ${moved} moved so far.`,
    applied: ({ events, split, joined }: { events: string; split: string; joined: string }) =>
      `The settings are applied: ${events}, ${split}, ${joined}.`,
    moved: (count: number, formatted: string) => (count === 1 ? '1 event moved' : `${formatted} events moved`),
    wasSplit: (count: number, formatted: string) =>
      count === 1 ? '1 issue was split' : `${formatted} issues were split`,
    hasJoined: (count: number, formatted: string) => (count === 1 ? '1 joined another' : `${formatted} joined others`),
    older: (events: string) => `Events older than the newest ${events} stay where they are.`,
    skipped: (count: number, formatted: string) =>
      count === 1
        ? '1 issue is too large or was changed meanwhile, and stays as it is.'
        : `${formatted} issues are too large or were changed meanwhile, and stay as they are.`,
    undo: 'Undo',
    undoTitle: 'Undo the application?',
    undoText:
      'The events return to their former issues. The former settings are restored, unless they were changed since.',
    undoing: 'The events return to their former issues.',
    undone: 'The events are in their former issues again.',
  },
  latestOwners: {
    title: 'To whom the latest events belong',
    help: 'What the saved rules say of the events that arrived last, whether or not they assign issues.',
    none: 'The project has no event yet. Once it has, you see here which rule decides about each.',
    event: 'Event',
    owners: 'Owners',
    rule: 'Rule that decides',
    nobody: 'nobody',
    line: (number: number) => `line ${number}`,
  },
  ownMails: {
    title: 'Mails to you',
    mail: (email: string) => `Send mails about new issues and regressions of this project to ${email}`,
    active: 'They are sent.',
    failing: (reason: string) => `The last one could not be sent: ${reason}`,
    disabled: 'Only alert rules that name you still send some.',
    notMember: 'None are sent, because you are in none of the teams of the project.',
    notConfigured: 'None are sent, because this service has no mail server.',
    last: 'The last one was sent',
  },
  ownershipSettings: {
    title: 'Ownership',
    help: 'Rules say to which member or team errors belong. They assign each new issue when its first event arrives; issues that exist keep their assignee.',
    readOnly: 'You can read these rules. To change them, a role needs project:write.',
    rules: 'Rules',
    rulesHelp: 'One in each line. Blank lines and those that begin with # do nothing.',
    assigns: 'The rules assign new issues',
    assignsHelp: 'Otherwise they only say to whom an event belongs, and an issue is assigned by hand.',
    fallthrough: 'Alerts about issues of nobody go to the project’s teams',
    fallthroughHelp: 'Otherwise nobody gets the alerts that are for the assignee of an issue, while it has none.',
    saved: 'The rules are saved.',
    changed: 'Last changed',
    wrong: 'Nothing is saved. These lines are wrong:',
    line: (number: number) => `Line ${number}`,
    goTo: (number: number) => `Go to line ${number}`,
    howTitle: 'How a rule is written',
    how: 'A rule is a line: a type, a pattern, and one or more owners. An owner is the e-mail address of a member or # and the slug of a team. The last rule that matches decides: general rules come first, exceptions below them.',
    pasteTitle: 'CODEOWNERS',
    paste:
      'Paste the text of a CODEOWNERS file, alone or between rules: its lines have no type. @acme/backend is the team backend, whatever the organization; a user such as @ann is an error, write the e-mail address. A command on the host of the service stores the file of a repository as it is:',
    path: 'files of the application’s frames; * matches no slash, ** does',
    url: 'the URL of the request, without its query',
    module: 'modules of the application’s frames',
    tag: 'the values of a tag, also environment, level and release',
    codeowners: 'a line of a CODEOWNERS file',
    insert: 'Insert',
    insertRule: (rule: string) => `Insert ${rule}`,
  },
  projectSettingsPage: {
    title: (name: string) => `Settings of ${name}`,
    sections: 'Sections of the settings',
    back: 'To the project',
    find: 'Find a setting',
    found: (text: string) => `Settings for “${text}”`,
    foundParts: 'Sections:',
    nothing: 'No setting says this. Try another word.',
    general: 'General',
    mail: 'Mails',
    grouping: 'Grouping',
    privacy: 'Privacy',
    filters: 'Filters',
    source: 'Source code',
    alerts: 'Alert rules',
    webhook: 'Webhook',
    ownership: 'Ownership',
    teams: 'Teams',
    keys: 'DSN keys',
    remove: 'Remove the project',
    removeHelp: 'Removes the project with its issues, events and keys. This cannot be undone.',
    removeForbidden: 'To remove the project, a role needs project:admin.',
    removeOpen: 'Remove the project…',
    removed: (name: string) => `${name} is removed.`,
  },
  /** The name and the help of each setting, by the section of the page and by what one wants to do there. */
  settings: {
    general: {
      identity: {
        title: 'Name the project',
        fields: {
          name: { label: 'Name', help: 'Pages and alerts show it.' },
          slug: {
            label: 'Name in addresses',
            help: 'Part of the addresses of the project’s pages. Old addresses lead here until another project takes the name.',
          },
          platform: {
            label: 'Platform',
            help: 'Language or framework of the program. The setup instructions are for it.',
          },
          defaultEnvironment: {
            label: 'Default environment',
            help: 'Environment of events that name none. Leave it empty for none.',
          },
          isBookmarked: { label: 'Starred by you', help: 'Only you see your star.' },
        },
      },
      volume: {
        title: 'Limit how much arrives',
        fields: {
          rateLimit: {
            label: 'Rate limit',
            help: 'Further events are refused until the time is over. Leave both empty for no limit.',
          },
          'quotas:spike-protection-disabled': {
            label: 'Disable spike protection',
            help: 'Spike protection refuses events while far more arrive than usual.',
          },
        },
      },
      storage: {
        title: 'Keep and tidy up',
        fields: {
          resolveAge: {
            label: 'Resolve issues after hours without an event',
            help: 'An issue without a new event for so long is resolved. 0 leaves all open.',
          },
          retentionDays: {
            label: 'Days that events are kept',
            help: 'Older events are deleted, and with the last one its issue. 0 keeps them forever; leave it empty for the setting of the organization.',
          },
          retentionEvents: {
            label: 'Events that are kept',
            help: 'Beyond this number, the oldest events are deleted. 0 keeps all; leave it empty for the setting of the organization.',
          },
        },
      },
      verdicts: {
        title: 'Judge releases',
        fields: {
          verdictMaxNewIssues: {
            label: 'New issues of a good release',
            help: 'A release with more new issues of the level error or fatal is bad.',
          },
          verdictMaxRegressions: {
            label: 'Regressions of a good release',
            help: 'A release with more regressions is bad.',
          },
          verdictMaxEscalations: {
            label: 'Escalating issues of a good release',
            help: 'A release in which more issues escalate is bad.',
          },
          verdictMaxIncrease: {
            label: 'Increase of errors in percent',
            help: 'A release whose rate of errors is higher than before by more than this is bad. The rate is per session, or per hour without sessions.',
          },
          verdictLowRate: {
            label: 'Low rate of errors',
            help: 'A rate up to this is good whatever it was before: sessions with an error in 100 sessions, or events per hour.',
          },
          verdictMinMinutes: {
            label: 'Minutes in use',
            help: 'A release is not good before it has been in use for so long.',
          },
        },
      },
    },
    mail: {
      subject: {
        title: 'Recognize mails',
        fields: {
          subjectPrefix: { label: 'Prefix of subjects', help: 'Begins the subject of every mail about the project.' },
          subjectTemplate: {
            label: 'Subject of mails',
            help: 'Subject of a mail about one issue, after the prefix. These are filled in: $title, $shortID, $projectID, $orgID, $project, and ${tag:KEY} with the value of a tag.',
          },
        },
      },
      pace: {
        title: 'Get fewer mails',
        fields: {
          digestsMinDelay: {
            label: 'Shortest delay of mails',
            help: 'Seconds that alerts wait at least, so that one mail has several.',
          },
          digestsMaxDelay: {
            label: 'Longest delay of mails',
            help: 'Seconds after which the mail is sent, even if further alerts arrive.',
          },
        },
      },
    },
    grouping: {
      rules: {
        title: 'Decide what belongs together',
        fields: {
          fingerprintingRules: {
            label: 'Fingerprinting rules',
            help: 'Events with the same fingerprint form one issue. One rule in each line, such as error.type:TimeoutError -> timeout, {{ transaction }}. The first rule that matches decides, also over a fingerprint that the program sends.',
          },
          groupingEnhancements: {
            label: 'Rules for frames',
            help: 'Say which frames of a stack belong to your program, and which do not count. One rule in each line, such as stack.module:vendor.* -app -group.',
          },
        },
      },
      algorithm: {
        title: 'Change the algorithm',
        fields: {
          groupingConfig: {
            label: 'Grouping algorithm',
            help: 'Combines events that no fingerprint decides about. A change is for events that arrive afterwards; earlier ones stay in their issues.',
          },
          secondaryGroupingConfig: {
            label: 'Previous grouping algorithm',
            help: 'Its issues receive events until the time below, so that a change opens no issue twice.',
          },
          secondaryGroupingExpiry: {
            label: 'End of the previous algorithm',
            help: 'From then on, only the present algorithm counts. Leave it empty for none.',
          },
        },
      },
    },
    privacy: {
      remove: {
        title: 'Remove sensitive values',
        fields: {
          dataScrubber: {
            label: 'Remove sensitive values',
            help: 'Passwords, keys and other secrets are removed from events before these are stored.',
          },
          dataScrubberDefaults: {
            label: 'Apply the built-in rules',
            help: 'They find the usual secrets, in addition to your own fields and rules.',
          },
          sensitiveFields: {
            label: 'Further sensitive fields',
            help: 'Parts of names, one in each line. The value of a field is removed if its name contains one of them.',
          },
          scrubIPAddresses: {
            label: 'Remove addresses of clients',
            help: 'The IP addresses of users are removed from events before these are stored.',
          },
          relayPiiConfig: {
            label: 'Scrubbing rules',
            help: 'Your own rules as JSON: each with a name, and the places where it applies, such as {"applications": {"$string": ["@email:replace"]}}.',
          },
        },
      },
      keep: {
        title: 'Keep what is harmless',
        fields: {
          safeFields: { label: 'Fields that are kept', help: 'Names of fields whose values stay, one in each line.' },
        },
      },
    },
    filters: {
      origin: {
        title: 'Drop events by where they come from',
        fields: {
          allowedDomains: {
            label: 'Allowed origins',
            help: 'Events of web pages are accepted from these addresses alone, one in each line, such as example.com or *.example.com. * allows all.',
          },
          'filters:blacklisted_ips': {
            label: 'Drop by address of the client',
            help: 'IP addresses or networks, one in each line, such as 192.0.2.0/24. The address of the connection counts, and the one of the event’s user.',
          },
        },
      },
      content: {
        title: 'Drop events by what they say',
        fields: {
          'filters:error_messages': {
            label: 'Drop by message',
            help: 'Messages, one in each line, such as *timeout*; * is any text, ? any character. The type of an exception may stand in front: TypeError: *.',
          },
          'filters:releases': {
            label: 'Drop by release',
            help: 'Releases, one in each line, such as shop@1.*; * is any text, ? any character, [a-z] one of several characters, {a,b} one of two texts. A \\ takes the next character as it is.',
          },
        },
      },
      noise: {
        title: 'Drop errors that nobody can fix',
        fields: {
          'filters:chunk-load-error': {
            label: 'Drop errors of script chunks',
            help: 'Parts of scripts that could not be loaded, often because a newer release replaced them.',
          },
          'filters:react-hydration-errors': {
            label: 'Drop hydration errors of React',
            help: 'Pages that React renders in the browser otherwise than on the server.',
          },
          'svc:csp_ignored_sources_defaults': {
            label: 'Drop security reports about extensions',
            help: 'Violations of the Content-Security-Policy that browser extensions, the browser itself or localhost cause.',
          },
          'svc:csp_ignored_sources': {
            label: 'Drop security reports by source',
            help: 'Sources whose violations are dropped, one in each line, such as *.example.com or https://cdn.example.com; * is any host.',
          },
        },
      },
    },
    source: {
      links: {
        title: 'Link frames to their source',
        fields: {
          sourceLinkPattern: {
            label: 'Address of source files',
            help: 'Such as https://git.example.com/shop/blob/{release}/{path}#L{line}. These are filled in: {path}, {line}, {release}, and {commit} with the last commit of the release. Leave it empty for no links.',
          },
          sourceLinkRoot: {
            label: 'Beginning of paths to leave out',
            help: 'Removed from the path of a file before it is linked, such as /srv/shop/.',
          },
        },
      },
      fetching: {
        title: 'Fetch files from your servers',
        fields: {
          scrapeJavaScript: {
            label: 'Fetch JavaScript and source maps',
            help: 'Files that were not uploaded are fetched from the addresses in the stack. While this is off, files fetched before are not used either.',
          },
          verifySSL: {
            label: 'Verify certificates',
            help: 'Servers that files are fetched from, and the one of the webhook, must have a valid certificate.',
          },
          securityToken: {
            label: 'Security token',
            help: 'Secret by which your servers recognize these requests. Leave it empty for none.',
          },
          securityTokenHeader: {
            label: 'Header of the security token',
            help: 'Name of the header that has the token. Leave it empty to send no token.',
          },
        },
      },
    },
  },
  settingsForm: {
    saved: 'The settings are saved.',
    readOnly: 'You can read these settings. To change them, a role needs project:write.',
    readOnlyButStar:
      'You can read these settings, and star the project. To change the others, a role needs project:write.',
    dropped: (count: string) => `Dropped ${count} events in the last 14 days.`,
    zone: 'In your time zone.',
    utc: 'In UTC.',
  },
  teamSettings: {
    title: 'Teams',
    help: 'The members of these teams get mails about the project, and see it among the projects of their team. A project belongs to at least one.',
    readOnly: 'To change the teams, a role needs project:write.',
    manage: 'Create teams and choose their members',
  },
  webhookSettings: {
    title: 'Webhook',
    help: 'Each new issue and each regression of the project is posted as signed JSON to a URL of yours. Alert rules post for other conditions, and to Slack, Discord, Teams and Mattermost.',
    rules: 'To the alert rules',
    readOnly: 'You can see how the webhook works. To see its URL and to change it, a role needs project:write.',
    active: 'active',
    failing: 'failing',
    disabled: 'disabled',
    url: 'URL',
    urlHelp: 'Begins with https:// or http://. Private networks are refused, unless the service permits them.',
    enabled: 'Alerts are posted',
    enabledHelp: 'For this there must be a URL.',
    disabling: 'Alerts that wait are discarded when this is switched off.',
    saved: 'The webhook is saved.',
    secretTitle: 'Secret',
    secretHelp:
      'Requests are signed with it as Standard Webhooks specifies: compare the signature before you trust a request.',
    noSecret: 'The first URL creates a secret.',
    copy: 'Copy the secret',
    renew: 'Renew the secret',
    renewHelp:
      'Requests are signed with a new secret at once. Receivers that know the present one refuse them until they have it.',
    renewed: 'The webhook has a new secret.',
    testTitle: 'Test',
    testHelp: 'Posts an alert of the type test to the saved URL, and says what came of it.',
    testUnsaved: 'Save the URL first: a test goes to the saved one.',
    test: 'Test the webhook',
  },
};

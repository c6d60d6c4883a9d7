/** The English texts of the page to sign in. */
export const en = {
  invitationForm: {
    invited: (organization: string, email: string) =>
      `You are invited to ${organization}, as ${email}. Choose a password.`,
    until: (time: string) => `The invitation is valid until ${time}.`,
    password: 'Password',
    repeat: 'The same password again',
    rules: 'Rules for the password',
    long: (characters: number) => `At least ${characters} characters`,
    same: 'The same in both fields',
    met: (rule: string) => `${rule}: done`,
    unmet: (rule: string) => `${rule}: not yet`,
    accept: 'Set the password and sign in',
  },
  signInForm: {
    email: 'E-mail address',
    password: 'Password',
    organization: 'Organization',
    organizationHelp: 'This address is a member of several organizations. Type the slug of one.',
    signIn: 'Sign in',
    wrong: 'The address or the password is wrong.',
    code: 'Code',
    codeHelp: 'Of your authenticator, or a recovery code.',
    onlyOpenId: 'Members of this organization sign in at the OpenID provider only.',
    with: (provider: string) => `Sign in with ${provider}`,
    forgotten:
      'Without a password, ask a manager of your organization for a link, or run this on the host of the service:',
  },
  signInPage: {
    title: 'Sign in to Culprit',
    invitation: 'Join Culprit',
    used: 'This link was used already. Sign in with your password, or ask a manager of your organization for a new link.',
    expired: 'This link has expired. Ask a manager of your organization for a new one.',
    revoked: 'This link was revoked. Ask a manager of your organization for a new one.',
    replaced: 'A newer invitation replaced this one. Open the link of the newest one.',
    unknown: 'This link is unknown, or ended long ago. Ask a manager of your organization for a new one.',
    replace: (present: string) => `This link is for somebody else. You are signed in as ${present}.`,
    risk: 'What you enter after signing in with it is theirs. Continue only if you know who made the link.',
    stay: 'Stay signed in',
    leave: 'Sign in with the link',
  },
};

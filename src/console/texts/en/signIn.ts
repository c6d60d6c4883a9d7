/** The English texts of the page to sign in. */
export const en = {
  signInForm: {
    email: 'E-mail address',
    password: 'Password',
    organization: 'Organization',
    organizationHelp: 'This address is a member of several organizations. Type the slug of one.',
    signIn: 'Sign in',
    wrong: 'The address or the password is wrong.',
    with: (provider: string) => `Sign in with ${provider}`,
    forgotten:
      'Without a password, ask a manager of your organization for a link, or run this on the host of the service:',
  },
  signInPage: {
    title: 'Sign in to Culprit',
    replace: (present: string) => `This link is for somebody else. You are signed in as ${present}.`,
    risk: 'What you enter after signing in with it is theirs. Continue only if you know who made the link.',
    stay: 'Stay signed in',
    leave: 'Sign in with the link',
  },
};

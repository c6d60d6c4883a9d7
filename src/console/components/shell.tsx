import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import icon from '../icon.svg';
import { SignInForm } from '../pages/signIn/signInForm';
import { pathOf } from '../state/location';
import { usePreferences } from '../state/preferences';
import { plainText } from '../state/plainText';
import { NavLink, useLocation, useNavigate, useParams } from '../state/router';
import { useHasSessionEnded, useSession, useSessionActions } from '../state/session';
import { useShortcuts, useShortcutTable } from '../state/shortcuts';
import { useTexts } from '../state/texts';
import { componentsTexts } from '../texts/components';
import { Button } from './controls';
import { Icon, type IconName } from './icons';
import { Dialog, Menu, MenuItem, MenuSection } from './overlays';

/** Surrounds every page of members: navigation, the account, and the dialogs that any page may need. */
export function Shell({ children }: { readonly children: ReactNode }): ReactNode {
  const texts = useTexts(componentsTexts).shell;
  const { organization = '' } = useParams();
  const { organization: own } = useSession();
  const navigation = useCurrentInSight();
  const pages: readonly { readonly name: string; readonly icon: IconName; readonly text: string }[] = [
    { name: 'issues', icon: 'issues', text: texts.issues },
    { name: 'feedback', icon: 'comment', text: texts.feedback },
    { name: 'projects', icon: 'folder', text: texts.projects },
    { name: 'releases', icon: 'box', text: texts.releases },
    { name: 'alerts', icon: 'bell', text: texts.alerts },
    { name: 'monitors', icon: 'clock', text: texts.monitors },
    { name: 'settings', icon: 'people', text: texts.organization },
  ];
  return (
    <div className="shell">
      <a className="button skip-link" href="#content">
        {texts.skip}
      </a>
      <header className="sidebar">
        <NavLink className="brand" to={pathOf(organization, 'issues')} aria-current={undefined} aria-label={own.name}>
          <img src={icon} alt="" />
          <span>{own.name}</span>
        </NavLink>
        <nav className="navigation" aria-label={texts.navigation} ref={navigation}>
          {pages.map(({ name, icon: picture, text }) => (
            <NavLink key={name} to={pathOf(organization, name)}>
              <Icon name={picture} />
              {text}
            </NavLink>
          ))}
        </nav>
        <div className="sidebar-end">
          <AccountMenu />
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <SessionEndedDialog />
    </div>
  );
}

const THEMES = ['system', 'light', 'dark'] as const;

function AccountMenu(): ReactNode {
  const texts = useTexts(componentsTexts).shell;
  const { organization = '' } = useParams();
  const { member } = useSession();
  const { preferences, change } = usePreferences();
  const { end } = useSessionActions();
  const [showsShortcuts, setShowsShortcuts] = useState(false);
  const navigate = useNavigate();
  useShortcuts([{ key: '?', label: texts.shortcuts, run: () => setShowsShortcuts(true) }]);
  return (
    <>
      <Menu
        label={texts.account}
        button={
          <Button kind="quiet" icon="user" aria-label={`${texts.account}: ${member.email}`}>
            <span className="clip" style={{ maxWidth: '9rem' }}>
              {member.email.split('@')[0]}
            </span>
          </Button>
        }
      >
        <div className="popover-heading">{member.email}</div>
        <MenuItem icon="user" onClick={() => void navigate(pathOf(organization, 'account'))}>
          {texts.account}
        </MenuItem>
        <MenuItem icon="settings" onClick={() => setShowsShortcuts(true)}>
          {texts.shortcuts}
        </MenuItem>
        <MenuItem icon="file" render={<a href="/docs" />}>
          {texts.docs}
        </MenuItem>
        <MenuSection label={texts.theme}>
          {THEMES.map((theme) => (
            <MenuItem
              key={theme}
              {...(preferences.theme === theme && { icon: 'check' as const })}
              onClick={() => change({ theme })}
            >
              {texts[theme]}
            </MenuItem>
          ))}
        </MenuSection>
        <MenuItem icon="arrowRight" onClick={() => void end()}>
          {texts.signOut}
        </MenuItem>
      </Menu>
      <Dialog title={texts.shortcuts} isOpen={showsShortcuts} onClose={() => setShowsShortcuts(false)}>
        <ShortcutList />
      </Dialog>
    </>
  );
}

function ShortcutList(): ReactNode {
  const table = useShortcutTable();
  return (
    <dl className="definitions">
      {table.list().map(({ key, label }) => (
        <div key={key} style={{ display: 'contents' }}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{label}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Asks to sign in again on top of the page, whose state is kept. */
function SessionEndedDialog(): ReactNode {
  const texts = useTexts(componentsTexts).shell;
  const hasEnded = useHasSessionEnded();
  const { email } = useSession().member;
  const { begin } = useSessionActions();
  return (
    <Dialog title={texts.ended} isOpen={hasEnded} isRequired onClose={() => undefined}>
      <p>{texts.endedHelp}</p>
      <SignInForm address={email} onSignedIn={begin} />
    </Dialog>
  );
}

/** The frame of a page: its title, which is also the title of the browser's tab, its actions, and its content. */
export function Page({
  title,
  heading,
  actions,
  place,
  children,
}: {
  readonly title: string;
  /** Shown in the place of the title, if it is more than a text. */
  readonly heading?: ReactNode;
  readonly actions?: ReactNode;
  /**
   * The subject of the page, if several addresses have the same one: going between them keeps the place of the reader.
   */
  readonly place?: string;
  readonly children: ReactNode;
}): ReactNode {
  const { pathname } = useLocation();
  const subject = place ?? pathname;
  useEffect(() => {
    document.title = `${plainText(title)} · Culprit`;
  }, [title]);
  // Another page begins at its top; so does the focus, for readers who do not see it.
  useEffect(() => {
    window.scrollTo(0, 0);
    // A menu that was opened while the page was loaded would close without the focus. Its button has it at first.
    if (document.activeElement?.closest('.popover[data-open], [aria-expanded=true]') === null)
      document.getElementById('content')?.focus({ preventScroll: true });
  }, [subject]);
  return (
    <div className="page">
      <div className="page-head">
        <h1>{heading ?? title}</h1>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </div>
      {children}
    </div>
  );
}

/** A part of a page with a heading. */
export function Section({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section className="section">
      <div className="section-head">
        <h2>{title}</h2>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

/** Returns the reference of a row of links. Where it is scrolled sideways, the link to the page stays in sight. */
function useCurrentInSight(): RefObject<HTMLElement | null> {
  const row = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const show = (): void => {
      const { current } = row;
      const link = current?.querySelector<HTMLElement>('[aria-current=page]');
      if (current === null || !link) return;
      current.scrollLeft = link.offsetLeft - current.offsetLeft - (current.clientWidth - link.offsetWidth) / 2;
    };
    show();
    window.addEventListener('resize', show);
    return () => window.removeEventListener('resize', show);
  }, [pathname]);
  return row;
}

/** Links to the parts of a page, the present one marked. */
export function PageTabs({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly { readonly to: string; readonly text: ReactNode; readonly end?: boolean }[];
}): ReactNode {
  const row = useCurrentInSight();
  return (
    <nav
      className="tabs"
      aria-label={label}
      ref={row}
      onFocus={({ target }) => {
        // Browsers leave a tab that is seen in part where it is. A click would miss a tab that moves below it.
        if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      }}
    >
      {tabs.map(({ to, text, end = true }) => (
        <NavLink key={to} className="tab" to={to} end={end}>
          {text}
        </NavLink>
      ))}
    </nav>
  );
}

/** The buttons to the previous and the next page of a list. */
export function Pager({
  previous,
  next,
  onTurn,
}: {
  readonly previous: string | null;
  readonly next: string | null;
  /** @param cursor of the page to show */
  readonly onTurn: (cursor: string) => void;
}): ReactNode {
  const texts = useTexts(componentsTexts).pager;
  if (previous === null && next === null) return null;
  const button = (cursor: string | null, text: string, picture: IconName) => (
    <Button
      size="small"
      icon={picture}
      disabled={cursor === null}
      onClick={() => {
        if (cursor !== null) onTurn(cursor);
      }}
    >
      {text}
    </Button>
  );
  return (
    <nav className="actions" aria-label={texts.pages}>
      {button(previous, texts.previous, 'arrowLeft')}
      {button(next, texts.next, 'arrowRight')}
    </nav>
  );
}

import { Forbidden, InvalidFields, NotFound } from '../../domain/errors';
import { parseEventId } from '../../domain/event';
import { type AuthorizedClient, authorizeDsn, type IngestRequest, parseDsn } from '../../ingest/authorizeDsn';

/* Common steps of the operations of the feedback form, in which people describe an error on a page. */

/** The query in the address of the form's script; the form is sent to the same address. */
export interface FormQuery {
  readonly eventId?: string;
  readonly dsn?: string;
}

/** The error that the form is about, and the client that its DSN authorizes. */
export interface FormSubject {
  readonly errorId: string | null;
  readonly client: AuthorizedClient;
}

/**
 * Finds the error and the client that the query names.
 * @throws InvalidFields, NotFound for an unknown DSN, Forbidden for a page that may not send events
 */
export async function findForm(request: IngestRequest, { eventId, dsn }: FormQuery): Promise<FormSubject> {
  if (eventId === undefined) throw new InvalidFields({ eventId: ['This parameter is required.'] });
  // The parameter is empty on pages that do not know the error.
  const errorId = eventId === '' ? null : parseEventId(eventId);
  if (eventId !== '' && errorId === null) throw new InvalidFields({ eventId: ['It is no id of an event.'] });
  const key = dsn === undefined ? null : parseDsn(dsn);
  if (key === null || (await request.ingest.dsnProjects.find(key)) === undefined)
    throw new NotFound('The parameter dsn is missing, or names no project and key of this service.');
  return { errorId, client: await authorizeDsn(request, key) };
}

/** @throws Forbidden if the project drops everything of the client's address */
export function requireUnfiltered({ isFiltered }: AuthorizedClient): void {
  if (isFiltered) throw new Forbidden('The project accepts nothing from this address.');
}

/** Returns the error of a service whose operator has switched feedback off. */
export function feedbackIsOff(): Forbidden {
  return new Forbidden('Feedback is switched off on this service (DISABLED_ITEMS).');
}

/** Name of the parameter that replaces a text of the form → default text. */
const TEXTS = {
  title: 'It looks like we’re having issues.',
  subtitle: 'Our team has been notified.',
  subtitle2: 'If you’d like to help, tell us what happened below.',
  labelName: 'Name',
  labelEmail: 'Email',
  labelComments: 'What happened?',
  labelClose: 'Close',
  labelSubmit: 'Submit',
  errorGeneric: 'An unknown error occurred while submitting your report. Please try again.',
  errorFormEntry: 'Some fields were invalid. Please correct the errors and try again.',
  successMessage: 'Your feedback has been sent. Thank you!',
} as const;

export type FormTexts = { readonly [Name in keyof typeof TEXTS]?: string };

/** Returns the script that shows the form in the page which loads it. @param values initial values of its fields */
export function formScript(texts: FormTexts, values: { readonly name: string; readonly email: string }): string {
  const entries = Object.entries(TEXTS).map(([name, text]) => [name, texts[name as keyof FormTexts] ?? text]);
  return SCRIPT.replace('"TEXTS"', () => inScript(Object.fromEntries(entries))).replace('"VALUES"', () =>
    inScript(values),
  );
}

/** Returns the JSON of a value, escaped so that it can be part of a script, also of one inside an HTML page. */
function inScript(value: unknown): string {
  const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(/[<>&'\u2028\u2029]/g, escape);
}

/*
 * The form is a modal dialog in a shadow tree, so that it neither takes nor gives styles. Texts become text nodes. The
 * style sheet is constructed, because the policies of many pages forbid style elements.
 */
const SCRIPT = `(function () {
'use strict';
var texts = "TEXTS", values = "VALUES";
var script = document.currentScript;
var address = script && script.src;
if (!address) return;
function element(name, properties, children) {
  var made = document.createElement(name);
  Object.keys(properties || {}).forEach(function (key) {
    if (key === 'text') made.textContent = properties.text;
    else made.setAttribute(key, properties[key]);
  });
  (children || []).forEach(function (child) { made.append(child); });
  return made;
}
var host = element('div', { 'data-feedback-form': '' });
var root = host.attachShadow({ mode: 'open' });
if ('adoptedStyleSheets' in root) {
  var sheet = new CSSStyleSheet();
  sheet.replaceSync(
    ':host{all:initial}dialog{box-sizing:border-box;width:min(32rem,calc(100vw - 2rem));max-height:calc(100vh - 2rem);overflow:auto;' +
    'padding:1.5rem;border:1px solid #8b8fa3;border-radius:.5rem;background:#fff;color:#1d1d2b;font:1rem/1.5 system-ui,sans-serif}' +
    'dialog::backdrop{background:rgba(0,0,0,.55)}h2{margin:0 0 .25rem;font-size:1.25rem}p{margin:0 0 .75rem}' +
    'label{display:block;margin:.75rem 0 .25rem;font-weight:600}input,textarea{box-sizing:border-box;width:100%;padding:.5rem;' +
    'border:1px solid #767a8c;border-radius:.25rem;background:#fff;color:inherit;font:inherit}textarea{min-height:7rem;resize:vertical}' +
    '[aria-invalid=true]{border-color:#b3261e;outline:1px solid #b3261e}.error{margin:.25rem 0 0;color:#b3261e}' +
    '.actions{display:flex;flex-wrap:wrap;gap:.5rem;margin-top:1rem}button{padding:.5rem 1rem;border:1px solid #4b3fa8;' +
    'border-radius:.25rem;background:#4b3fa8;color:#fff;font:inherit;cursor:pointer}button[type=button]{background:#fff;color:#4b3fa8}' +
    'button:disabled{opacity:.6}:focus-visible{outline:3px solid #7b6fe0;outline-offset:1px}' +
    '@media(prefers-color-scheme:dark){dialog,input,textarea{background:#1d1d2b;color:#f4f4f8}button[type=button]{background:#1d1d2b;color:#c3bcff;' +
    'border-color:#c3bcff}.error{color:#ffb4ab}[aria-invalid=true]{border-color:#ffb4ab;outline-color:#ffb4ab}}');
  root.adoptedStyleSheets = [sheet];
}
var fields = {};
function field(name, label, control) {
  control.id = name;
  control.setAttribute('name', name);
  control.required = true;
  if (name in values) control.value = values[name];
  var error = element('p', { class: 'error', id: name + '-error' });
  error.hidden = true;
  control.setAttribute('aria-describedby', error.id);
  fields[name] = { control: control, error: error };
  return [element('label', { for: name, text: label }), control, error];
}
var status = element('p', { role: 'alert', class: 'error' });
var submit = element('button', { type: 'submit', text: texts.labelSubmit });
var close = element('button', { type: 'button', text: texts.labelClose });
var form = element('form', { novalidate: '' }, [].concat(
  field('name', texts.labelName, element('input', { type: 'text', autocomplete: 'name', maxlength: '128' })),
  field('email', texts.labelEmail, element('input', { type: 'email', autocomplete: 'email', maxlength: '75' })),
  field('comments', texts.labelComments, element('textarea', { maxlength: '4096' })),
  [status, element('div', { class: 'actions' }, [submit, close])]
));
var dialog = element('dialog', { 'aria-labelledby': 'title', 'aria-describedby': 'subtitle' }, [
  element('h2', { id: 'title', text: texts.title }),
  element('p', { id: 'subtitle', text: texts.subtitle + ' ' + texts.subtitle2 }),
  form
]);
root.append(dialog);
function show(errors) {
  var first = null;
  Object.keys(fields).forEach(function (name) {
    var messages = errors[name];
    var one = fields[name];
    one.control.setAttribute('aria-invalid', String(!!messages));
    one.error.hidden = !messages;
    one.error.textContent = messages ? messages.join(' ') : '';
    if (messages && !first) first = one.control;
  });
  if (first) first.focus();
}
dialog.addEventListener('close', function () {
  host.remove();
  window.postMessage('__sentry_reportdialog_closed__', '*');
});
close.addEventListener('click', function () { dialog.close(); });
form.addEventListener('submit', function (event) {
  event.preventDefault();
  submit.disabled = true;
  status.textContent = '';
  var request = new XMLHttpRequest();
  function end(text) { submit.disabled = false; status.textContent = text; }
  request.onerror = function () { end(texts.errorGeneric); };
  request.onload = function () {
    var reply = {};
    try { reply = JSON.parse(request.responseText); } catch (error) { /* The status says enough. */ }
    if (request.status === 200) {
      form.remove();
      var again = element('button', { type: 'button', text: texts.labelClose });
      again.addEventListener('click', function () { dialog.close(); });
      dialog.append(element('p', { role: 'status', text: texts.successMessage }), again);
      again.focus();
    } else if (request.status === 400 && reply.errors) {
      end(texts.errorFormEntry);
      show(reply.errors);
    } else end(texts.errorGeneric);
  };
  request.open('POST', address);
  request.setRequestHeader('Content-Type', 'application/x-www-form-urlencoded');
  var body = Object.keys(fields).map(function (name) { return name + '=' + encodeURIComponent(fields[name].control.value); });
  show({});
  request.send(body.join('&'));
});
document.body.append(host);
dialog.showModal();
})();
`;

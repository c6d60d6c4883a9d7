import type { ParserOptions } from 'prettier';
import { parsers } from 'prettier/plugins/markdown';

/** A node of the tree that the parser of Prettier makes of Markdown (https://github.com/syntax-tree/mdast). */
interface Node {
  readonly type: string;
  readonly children?: readonly Node[];
  readonly value?: string;
  readonly depth?: number;
  readonly ordered?: boolean;
  readonly url?: string;
  readonly lang?: string | null;
  readonly align?: readonly (string | null)[];
  readonly spread?: boolean;
}

/** A heading, and the text below it up to the next one. */
export interface Section {
  readonly depth: number;
  readonly id: string;
  readonly title: string;
  /** Without code blocks. */
  readonly text: string;
}

export interface RenderedMarkdown {
  readonly html: string;
  readonly sections: readonly Section[];
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Returns the fragment by which links name a heading: the one that Git hosts use. */
function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

/**
 * Renders the Markdown of guides and descriptions.
 * @throws Error for an element that they do not use, so that none is lost
 */
export function renderMarkdown(text: string): RenderedMarkdown {
  const tree = parsers.markdown.parse(text, { originalText: text } as ParserOptions) as Node;
  const sections: { depth: number; id: string; title: string; text: string }[] = [];
  const blocks = (tree.children ?? []).map((node) => {
    if (node.type === 'heading') {
      const title = textOf(node);
      const slug = slugOf(title);
      const same = sections.filter((section) => section.title === title).length;
      sections.push({ depth: node.depth ?? 1, id: same === 0 ? slug : `${slug}-${same}`, title, text: '' });
    } else {
      const section = sections.at(-1);
      if (section !== undefined) section.text += ` ${textOf(node)}`;
    }
    return renderNode(node, sections.at(-1)?.id);
  });
  return { html: blocks.filter((block) => block !== '').join('\n'), sections };
}

function textOf({ type, value, children = [] }: Node): string {
  if (type === 'code' || type === 'html') return '';
  if (value !== undefined) return value;
  const isInline = ['heading', 'link', 'strong', 'emphasis', 'paragraph', 'tableCell'].includes(type);
  return children.map(textOf).join(isInline ? '' : ' ');
}

function renderNode(node: Node, id?: string): string {
  const inner = () => (node.children ?? []).map((child) => renderNode(child)).join('');
  switch (node.type) {
    case 'heading':
      return `<h${node.depth} id="${id}">${inner()} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${node.depth}>`;
    case 'paragraph':
      return `<p>${inner()}</p>`;
    case 'text':
      return escapeHtml(node.value ?? '');
    case 'inlineCode':
      return `<code>${escapeHtml(node.value ?? '')}</code>`;
    case 'strong':
      return `<strong>${inner()}</strong>`;
    case 'emphasis':
      return `<em>${inner()}</em>`;
    case 'break':
      return '<br>';
    case 'link':
      return `<a href="${escapeHtml(node.url ?? '')}">${inner()}</a>`;
    case 'list':
      return node.ordered === true ? `<ol>${inner()}</ol>` : `<ul>${inner()}</ul>`;
    case 'listItem':
      return `<li>${renderItem(node)}</li>`;
    case 'code':
      return `<pre data-language="${node.lang ?? 'text'}"><code>${escapeHtml(node.value ?? '')}</code></pre>`;
    case 'table':
      return renderTable(node);
    case 'html':
      return renderElement(node.value ?? '');
    default:
      throw new Error(`Markdown: an element of the type ${node.type} is not rendered.`);
  }
}

/** Returns the content of an item; a single paragraph stands in it without an element of its own. */
function renderItem({ children = [] }: Node): string {
  return children
    .map((child) =>
      child.type === 'paragraph' && children[0] === child
        ? (child.children ?? []).map((part) => renderNode(part)).join('')
        : renderNode(child),
    )
    .join('');
}

function renderTable({ children = [] }: Node): string {
  const row = ({ children: cells = [] }: Node, name: 'th' | 'td') =>
    `<tr>${cells.map((cell) => `<${name}>${(cell.children ?? []).map((child) => renderNode(child)).join('')}</${name}>`).join('')}</tr>`;
  const [head, ...rows] = children;
  if (head === undefined) return '';
  const hasHead = textOf(head).trim() !== '';
  return `<div class="table"><table>${hasHead ? `<thead>${row(head, 'th')}</thead>` : ''}<tbody>${rows.map((one) => row(one, 'td')).join('')}</tbody></table></div>`;
}

/** The elements that guides write as HTML: line breaks in tables, and comments that the build reads. */
function renderElement(text: string): string {
  if (text.startsWith('<!--')) return '';
  if (text === '<br>') return text;
  throw new Error(`Markdown: the element ${text} is not rendered.`);
}

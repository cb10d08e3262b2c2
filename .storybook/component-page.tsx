import './pages/page.css';
import * as args from '@hitl/react/args';
import * as audit from '@hitl/react/audit';
import * as kit from '@hitl/react';
import * as receipt from '@hitl/react/receipt';
import { Canvas, useOf } from '@storybook/addon-docs/blocks';
import facts from 'virtual:kit';
import type { ReactElement, ReactNode } from 'react';
import { KEYBOARD } from './keyboard.ts';
import { Code, Page, PageLink, Table } from './pages/page.tsx';
import { storyName } from './story-name.ts';

/** What Storybook's docgen knows about a component. */
interface DocgenInfo {
  readonly description?: string;
  readonly props?: Readonly<
    Record<
      string,
      {
        readonly required?: boolean;
        readonly description?: string;
        readonly tsType?: { readonly raw?: string; readonly name: string };
      }
    >
  >;
}

type Part = readonly [name: string, info: DocgenInfo];

const ENTRIES: readonly (readonly [path: string, entry: object])[] = [
  ['@hitl/react', kit],
  ['@hitl/react/args', args],
  ['@hitl/react/audit', audit],
  ['@hitl/react/receipt', receipt],
];

const modules: Readonly<Record<string, unknown>> = { ...kit, ...args, ...audit, ...receipt };

/** The import statement of a component. */
function importOf(name: string): string {
  const [path] = ENTRIES.find(([, entry]) => name in entry) ?? ['@hitl/react'];
  return `import { ${name} } from '${path}';`;
}

function docgenOf(component: unknown): DocgenInfo {
  const isComponent = typeof component === 'function' || typeof component === 'object';
  if (!isComponent || component === null) return {};
  const { __docgenInfo: info, type } = component as { __docgenInfo?: DocgenInfo; type?: unknown };
  // A memoized component wraps the real one.
  return info ?? docgenOf(type);
}

/** The parts of a component, or the component itself if it has none. */
function partsOf(name: string): readonly Part[] {
  const found = modules[name];
  const { described = {} } = facts[name] ?? {};
  const infoOf = (part: string, component: unknown): DocgenInfo => {
    const info = docgenOf(component);
    return { ...info, description: described[part] ?? info.description ?? '' };
  };
  if (Object.prototype.toString.call(found) !== '[object Module]')
    return [[name, infoOf(name, found)]];
  return Object.entries(found as Readonly<Record<string, unknown>>).map(([part, component]) => [
    `${name}.${part}`,
    infoOf(part, component),
  ]);
}

/** Ready-made components, whose descriptions serve as the lead of the page. */
const WHOLES = ['Auto', 'Bar', 'Card', 'Panel', 'List'];

/** Text whose `code` is rendered as code. */
function Prose({ children }: { children: string }): ReactNode {
  return children
    .split(/(`[^`]+`)/)
    .map((piece, index) =>
      piece.startsWith('`') ? <code key={index}>{piece.slice(1, -1)}</code> : piece,
    );
}

/** The type of a prop, with type parameters resolved: in `Confirm`, `R` is a `ConfirmRequest`. */
function typeOf(
  part: string,
  prop: string,
  tsType: { raw?: string; name: string } | undefined,
): string {
  const [component = ''] = part.split('.');
  const text = (tsType?.raw ?? tsType?.name ?? '').replace(/ \| undefined$/, '');
  if (text === 'R') return `${component}Request`;
  return (text === 'unknown' ? facts[component]?.lists[prop] : undefined) ?? text;
}

function Props({ part: [name, info] }: { part: Part }): ReactElement {
  // The page mentions once that every part has `asChild` and the props of its element.
  const props = Object.entries(info.props ?? {}).filter(
    ([prop, { tsType }]) => prop !== 'asChild' && tsType !== undefined,
  );
  return (
    <section aria-label={name}>
      <h3>
        <code>{name}</code>
      </h3>
      <p>
        <Prose>{info.description ?? ''}</Prose>
      </p>
      {props.length > 0 && (
        <Table
          label={`Props of ${name}`}
          heads={['Prop', 'Type', 'Description']}
          rows={props.map(([prop, { required, tsType, description = '' }]) => [
            <code key="prop">
              {prop}
              {required === true ? '' : '?'}
            </code>,
            <code key="type">{typeOf(name, prop, tsType)}</code>,
            <Prose key="text">{description}</Prose>,
          ])}
        />
      )}
    </section>
  );
}

function Names({ of, label }: { of: readonly string[]; label: string }): ReactElement {
  return (
    <ul className="names" aria-label={label}>
      {of.map((name) => (
        <li key={name}>
          <code>{name}</code>
        </li>
      ))}
    </ul>
  );
}

/**
 * The page of a component, generated from its code: description and props from TSDoc, states from its
 * stories, attributes and variables from its elements and the style sheet.
 */
export function ComponentPage(): ReactElement {
  const { csfFile } = useOf('meta', ['meta']);
  const name = csfFile.meta.title.split('/').at(-1) ?? '';
  const parts = partsOf(name);
  const {
    anatomy,
    parts: names,
    attributes,
    variables,
    stories: order,
  } = facts[name] ??
    facts['HitlProvider'] ?? {
      anatomy: null,
      parts: [],
      attributes: [],
      variables: [],
      stories: [],
    };
  const shown = Object.values(csfFile.stories).filter(({ tags = [] }) => !tags.includes('!dev'));
  const stories = order.flatMap((exported) => {
    const story = shown.find(
      ({ moduleExport }) => moduleExport === csfFile.moduleExports[exported],
    );
    return story === undefined ? [] : [{ ...story, name: storyName(story.name, exported) }];
  });
  const [first] = stories;
  const keys = KEYBOARD[name] ?? [];
  const wholes = WHOLES.map((part) => parts.find(([each]) => each === `${name}.${part}`));
  const [, whole] = (parts.length === 1 ? parts : wholes).find((part) => part !== undefined) ?? [];
  const lead = whole?.description ?? '';
  const contents: readonly (readonly [id: string, heading: string, isThere: boolean])[] = [
    ['anatomy', 'Anatomy', anatomy !== null],
    ['states', 'States', true],
    ['keyboard', 'Keyboard', keys.length > 0],
    ['props', parts.length > 1 ? 'Parts and props' : 'Props', true],
    ['data-attributes', 'Data attributes', attributes.length > 0],
    ['theming', 'Theming', variables.length > 0],
  ];
  return (
    <Page
      title={name}
      lead={<Prose>{lead}</Prose>}
      contents={contents.filter(([, , isThere]) => isThere)}
    >
      {first !== undefined && <Canvas of={first.moduleExport} meta={csfFile.moduleExports} />}
      <Code>{importOf(name)}</Code>
      {anatomy !== null && (
        <>
          <h2 id="anatomy">Anatomy</h2>
          <p>The parts of the ready-made component. Compose them yourself for another layout.</p>
          <Code file={`${name}, part by part`}>{anatomy}</Code>
        </>
      )}
      <h2 id="states">States</h2>
      <p>
        One story for each state. If a state is reached by a click, the story performs it when
        opened.
      </p>
      <ul className="names" aria-label="States">
        {stories.map(({ id, name: story }) => (
          <li key={id}>
            <PageLink to={id}>{story}</PageLink>
          </li>
        ))}
      </ul>
      {keys.length > 0 && (
        <>
          <h2 id="keyboard">Keyboard</h2>
          <Table label="Keyboard" heads={['Keys', 'Action']} rows={keys} />
        </>
      )}
      <h2 id="props">{parts.length > 1 ? 'Parts and props' : 'Props'}</h2>
      {parts.length > 1 && (
        <p>
          A part takes the props of its element and your <code>ref</code>; with <code>asChild</code>{' '}
          it becomes an element of yours.
        </p>
      )}
      {parts.map((part) => (
        <Props key={part[0]} part={part} />
      ))}
      {attributes.length > 0 && (
        <>
          <h2 id="data-attributes">Data attributes</h2>
          <p>
            State is exposed as attributes, for CSS and tests. Each part has its name in{' '}
            <code>data-hitl-part</code>.
          </p>
          <h3>Attributes</h3>
          <Names label="Attributes" of={attributes} />
          <h3>Names of parts</h3>
          <Names label="Names of parts" of={names} />
        </>
      )}
      {variables.length > 0 && (
        <>
          <h2 id="theming">Theming</h2>
          <p>The variables that its styles use.</p>
          <Names label="Variables" of={variables} />
        </>
      )}
    </Page>
  );
}

import { Fragment } from "react";
import { KnownLink } from "#web/ui/known-paths.tsx";
import {
  anchorOf,
  type HelpBlock,
  partsOf,
  type HelpSection as Section,
  type Words,
} from "./help-page-content.ts";
import { Marked } from "./marked.tsx";

interface Searched {
  /** The search terms to mark. */
  terms: readonly string[];
}

/** A text of the help. Links to screens that do not exist are plain text. */
export function HelpText({ words, terms }: Searched & { words: Words }) {
  return partsOf(words).map(({ text, to }, place) => {
    const marked = <Marked text={text} terms={terms} />;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part of a text has no other key than its index
      <Fragment key={place}>{to ? <KnownLink to={to}>{marked}</KnownLink> : marked}</Fragment>
    );
  });
}

function Block({ block, terms }: Searched & { block: HelpBlock }) {
  const text = (words: Words) => <HelpText words={words} terms={terms} />;
  const item = (words: Words) => <li key={words}>{text(words)}</li>;
  if (typeof block === "string") return <p>{text(block)}</p>;
  if ("list" in block) return <ul>{block.list.map(item)}</ul>;
  if ("steps" in block) return <ol>{block.steps.map(item)}</ol>;
  return (
    <dl>
      {block.terms.map(([term, meaning]) => (
        <div key={term}>
          <dt>{text(term)}</dt>
          <dd>{text(meaning)}</dd>
        </div>
      ))}
    </dl>
  );
}

export function HelpSection({ section, terms }: Searched & { section: Section }) {
  const id = anchorOf(section.title);
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} tabIndex={-1}>
        <Marked text={section.title} terms={terms} />
      </h2>
      {section.blocks.map((block) => (
        <Block key={JSON.stringify(block)} block={block} terms={terms} />
      ))}
    </section>
  );
}

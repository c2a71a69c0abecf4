import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { addressOfPassage, findPassages, type Passage, tellingSentence } from "./find-passages.ts";
import { termsOf } from "./find-words.ts";
import { Marked } from "./marked.tsx";
import "./help.scss";

const counted = (count: number, noun: string) => `${count} ${count === 1 ? noun : `${noun}s`}`;

function summaryOf(found: readonly Passage[], searchText: string): string {
  if (found.length === 0) return `The help has no answer to “${searchText}”.`;
  const pages = new Set(found.map(({ path }) => path));
  return `${counted(found.length, "passage")} on ${counted(pages.size, "page")} for “${searchText}”`;
}

interface HelpResultsProps {
  passages: readonly Passage[];
  searchText: string;
  /** Shown if there are no results. */
  nothing: ReactNode;
}

/** The search results: each passage with its best sentence and marked words. */
export function HelpResults({ passages, searchText, nothing }: HelpResultsProps) {
  const terms = termsOf(searchText);
  const found = findPassages(passages, terms);
  return (
    <>
      <p className="help-count" role="status">
        {summaryOf(found, searchText)}
      </p>
      {found.length === 0 ? (
        <>
          <p className="help-hint">
            Try fewer or other words; the beginning of a word is enough. These are all the pages:
          </p>
          {nothing}
        </>
      ) : (
        <ol className="help-results" aria-label="Found in the help">
          {found.map((passage) => (
            <li key={`${passage.path} ${passage.section}`}>
              <Link to={addressOfPassage(passage, searchText)}>
                <strong>
                  <Marked text={passage.section ?? passage.page} terms={terms} />
                </strong>
                {passage.section && <small>{passage.page}</small>}
                <span>
                  <Marked text={tellingSentence(passage, terms)} terms={terms} />
                </span>
              </Link>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

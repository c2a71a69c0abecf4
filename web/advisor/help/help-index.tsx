import { useEffect, useState } from "react";
import { Link, useLocation, useNavigationType, useSearchParams } from "react-router-dom";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { AdvisorHeading } from "../advisor-heading.tsx";
import { helpGroups } from "./help-pages.ts";
import { HelpResults } from "./help-results.tsx";
import { usePassages } from "./use-passages.ts";
import "./help.scss";

function PageList() {
  return (
    <div className="help-groups">
      {helpGroups.map(({ title, pages }) => (
        <section key={title} className="panel" aria-label={title}>
          <h2 className="section-title">{title}</h2>
          <ul className="help-pages">
            {pages.map(({ path, title: name, about }) => (
              <li key={path}>
                <Link to={path}>
                  <strong>{name}</strong>
                  <span>{about}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** All help pages, with a search that also works offline. */
export function HelpIndex() {
  const [params, setParams] = useSearchParams();
  const { key } = useLocation();
  const navigation = useNavigationType();
  const inAddress = params.get("find") ?? "";
  const [text, setText] = useState(inAddress);
  const [isSearching, setSearching] = useState(text !== "");
  const { passages, failed, load } = usePassages(isSearching);
  // Wait until typing pauses before changing the address or telling screen readers.
  const searchText = useDebounced(text.trim(), 250);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address follows what is typed
  useEffect(() => {
    if (searchText !== inAddress)
      setParams(searchText ? { find: searchText } : {}, { replace: true });
  }, [searchText]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a link to the index starts a new search
  useEffect(() => {
    if (navigation === "PUSH") setText(inAddress);
  }, [key]);

  const results = failed ? (
    <FailurePanel
      title="The help pages could not be loaded"
      text="Check your connection, then try again. Pages that you opened before still open."
      onRetry={load}
    />
  ) : passages ? (
    <HelpResults passages={passages} searchText={searchText} nothing={<PageList />} />
  ) : (
    <Spinner label="Loading the help pages" />
  );
  return (
    <>
      <AdvisorHeading title="Help" />
      <search className="help-search">
        <TextField
          label="Search the help"
          type="search"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={100}
          value={text}
          onFocus={() => setSearching(true)}
          onText={setText}
        />
      </search>
      {searchText ? results : <PageList />}
    </>
  );
}

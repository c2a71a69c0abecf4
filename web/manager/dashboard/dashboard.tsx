import { useSearchParams } from "react-router-dom";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { useSession } from "#web/api/use-session.ts";
import { FactorOfferLater } from "#web/features/security/factor-offer-later.tsx";
import { useMedia } from "#web/lib/use-media.ts";
import { useNewYorkToday } from "#web/lib/use-new-york-today.ts";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { Segment } from "#web/ui/segment.tsx";
import { ManagerHeading } from "../manager-heading.tsx";
import { PeriodChart } from "../period-chart.tsx";
import { DashboardTiles } from "./dashboard-tiles.tsx";
import { daysWords, rangesOf, viewOf, views } from "./dashboard-view.ts";
import { NeedsYou } from "./needs-you.tsx";
import { TopFive } from "./top-five.tsx";
import { useDashboard } from "./use-dashboard.ts";
import "#web/ui/screen-heading.scss";
import "./dashboard.scss";

export function Dashboard() {
  const session = useSession();
  const today = useNewYorkToday();
  const [search, setSearch] = useSearchParams();
  const view = viewOf(search);
  const { range, before } = rangesOf(view.key, session?.pay_day ?? 1, today);
  const days = { view: view.key, range, before, today };
  const { data, failure, topFailure, retry } = useDashboard(days);
  // In one column NeedsYou comes first, so that the Tab key follows the order on screen.
  const isOneColumn = useMedia("(max-width: 1000px)");
  const needsYou = <NeedsYou today={today} data={data} />;

  return (
    <>
      <div className="heading-row">
        <ManagerHeading title={`Welcome, ${session?.username ?? ""}`} name="Dashboard" />
        <div className="dashboard-days">
          <span>{daysWords(range, today)}</span>
          <Segment
            label="Days"
            options={views}
            chosen={view.key}
            onChoose={(key) => setSearch(key === "this" ? {} : { days: key }, { replace: true })}
          />
        </div>
      </div>
      {failure ? (
        <FailurePanel
          title="The dashboard could not be loaded"
          text={sentenceOf(failure)}
          onRetry={retry}
        />
      ) : (
        <>
          <DashboardTiles
            view={view.key}
            beforeName={view.beforeName}
            range={range}
            before={before}
            today={today}
            data={data}
          />
          <div className="dashboard-middle">
            {isOneColumn && needsYou}
            <PeriodChart
              range={range}
              before={before}
              today={today}
              known={data?.days}
              asOf={data?.asOf}
              names={[view.name, view.beforeName]}
            />
            {!isOneColumn && needsYou}
          </div>
          <TopFive name={view.title} last={before} data={data} failure={topFailure} retry={retry} />
        </>
      )}
      <FactorOfferLater />
    </>
  );
}

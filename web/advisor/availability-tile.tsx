import { useQuery } from "@tanstack/react-query";
import { psychicEndpoints } from "../../shared/psychics.ts";
import { query } from "../api/query.ts";
import { availabilityLook, availabilityOf } from "../features/availability.ts";
import { Spinner } from "../ui/spinner.tsx";

/** The present availability, asked every 3 seconds while the page is seen and online (D43). */
export function AvailabilityTile({ psychicId }: { psychicId: string }) {
  const { data, isError } = useQuery({
    ...query(psychicEndpoints.getAvailability, { params: { id: psychicId } }),
    refetchInterval: 3000,
    staleTime: 0,
    meta: { polled: true },
  });
  const look = data && availabilityLook(availabilityOf(data));
  return (
    <section className="availability" aria-labelledby="current-status">
      <h2 id="current-status" className="tile-label">
        Current Status
      </h2>
      <p className="availability-word" data-tone={look?.tone} role="status">
        {look?.word ?? <Spinner label="Loading the current status" />}
      </p>
      <p className="tile-note">
        {isError ? "Could not be checked just now. Trying again." : "Updates by itself"}
      </p>
    </section>
  );
}

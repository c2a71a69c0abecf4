import { RoleGate } from "#web/features/role-gate.tsx";
import { DeviceNotifications } from "#web/pwa/notifications/device-notifications.tsx";
import { KnownLink } from "#web/ui/known-paths.tsx";
import { ManagerHeading } from "../manager-heading.tsx";
import "#web/pwa/notifications/notifications.scss";
import "./notifications.scss";

const words = {
  on: "This device shows the notifications below.",
  unsupported: "Use another browser, or look at the Floor, which marks the same calls.",
  withoutDevice: "Until you turn on notifications on a device, only the Floor marks these calls.",
};

/** The calls that staff are told of, as the Floor words them (S28). */
const kinds = [
  {
    title: "No answer yet",
    text: "Two minutes before a booked call, if the psychic has not said Ready, Running late or Can't.",
  },
  {
    title: "Can't take it",
    text: "As soon as a psychic says that she can't take a booked call.",
  },
];

/** Where staff turn on notifications of calls that need somebody (S28). */
export function Notifications() {
  return (
    <RoleGate needs="edit-psychics" title="Notifications">
      <div className="notifications">
        <ManagerHeading title="Notifications" />
        <DeviceNotifications words={words} />
        <section className="form-card is-narrow" aria-labelledby="told-of">
          <h2 id="told-of" className="section-title">
            What You Are Told Of
          </h2>
          <dl className="notified-calls">
            {kinds.map(({ title, text }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <p className="help">
            You get these for your own psychics, and for those of a manager for whom you stand in.
            They come at any hour, name no customer, and a tap opens the{" "}
            <KnownLink to="/floor?show=unanswered">calls without an answer</KnownLink>.
          </p>
        </section>
      </div>
    </RoleGate>
  );
}

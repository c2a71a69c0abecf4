import { useQuery, useQueryClient } from "@tanstack/react-query";
import { pushEndpoints } from "#shared/push.ts";
import { type PushSettings, pushKinds } from "#shared/push-fields.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { query } from "#web/api/query.ts";
import { save } from "#web/api/save.ts";
import { isWithinReach } from "#web/lib/reach.ts";
import { FailurePanel } from "#web/ui/failure-panel.tsx";
import { CheckField } from "#web/ui/form/check-field.tsx";
import { EditForm } from "#web/ui/form/edit-form.tsx";
import { InputField } from "#web/ui/form/input-field.tsx";
import { useEditForm } from "#web/ui/form/use-edit-form.ts";
import { dismissCommunicationFailure, showSuccess } from "#web/ui/notice-store.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import { kindWords } from "./kind-words.ts";
import { settingsForm, settingsOf, valuesOf } from "./settings-values.ts";
import "./notifications.scss";

function SettingsForm({ settings }: { settings: PushSettings }) {
  const queries = useQueryClient();
  const form = useEditForm({
    name: "notifications",
    schema: settingsForm,
    stored: valuesOf(settings),
    version: null,
    save: async (values) => {
      try {
        return await save(pushEndpoints.updatePushSettings, { body: settingsOf(values) });
      } catch (error) {
        // The form says that it needs the network; the notice is for a server that fails (D41).
        if (!isWithinReach()) dismissCommunicationFailure();
        throw error;
      }
    },
    onSaved: () => {
      showSuccess("Notifications Saved", "Your choices apply to all your devices.");
      void queries.invalidateQueries(query(pushEndpoints.getPushSettings));
    },
  });
  const quiet = form.watch("quiet");
  return (
    <EditForm form={form} submitLabel="Save" needsNetwork>
      <fieldset className="notification-group">
        <legend>Notify me when</legend>
        {pushKinds.map((kind) => (
          <CheckField
            key={kind}
            {...kindWords[kind]}
            registration={form.register(`kinds.${kind}`)}
          />
        ))}
      </fieldset>
      <fieldset className="notification-group">
        <legend>Quiet hours</legend>
        <CheckField
          label="Use quiet hours"
          hint="Notifications wait until quiet hours end. Reminders and missed calls come at once, and so does news of a call in the next 12 hours."
          registration={form.register("quiet")}
        />
        {quiet && (
          <div className="quiet-hours">
            <InputField
              label="From (New York time)"
              type="time"
              registration={form.register("quiet_from")}
              error={form.errors.quiet_from?.message}
            />
            <InputField
              label="To (New York time)"
              type="time"
              registration={form.register("quiet_to")}
              error={form.errors.quiet_to?.message}
            />
          </div>
        )}
      </fieldset>
      <fieldset className="notification-group">
        <legend>Lock screen</legend>
        <CheckField
          label="Show customer names on the lock screen"
          hint="When this is off, notifications show the time of a call but not the customer."
          registration={form.register("show_names")}
        />
      </fieldset>
    </EditForm>
  );
}

/** The settings: kinds, quiet hours and the lock screen (D42). */
export function NotificationSettings() {
  const { data, error, refetch } = useQuery(query(pushEndpoints.getPushSettings));
  return (
    <section className="form-card is-narrow" aria-labelledby="notification-settings">
      <h2 id="notification-settings" className="section-title">
        Your Notifications
      </h2>
      {data && <SettingsForm settings={data} />}
      {!data && !error && <Spinner label="Loading your choices" />}
      {!data && error && (
        <FailurePanel
          title="Your choices could not be loaded"
          text={sentenceOf(error)}
          onRetry={refetch}
        />
      )}
    </section>
  );
}

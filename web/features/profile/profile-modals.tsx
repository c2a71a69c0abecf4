import { sessionEndpoints } from "#shared/sessions.ts";
import { save } from "#web/api/save.ts";
import { LateModal } from "./late-modal.tsx";

const passwordModal = async () => (await import("../password/password-modal.tsx")).PasswordModal;
const phonesModal = async () => (await import("../phones/phones-modal.tsx")).PhonesModal;

export type ProfileModal = "password" | "phones";

interface ProfileModalsProps {
  open: ProfileModal | undefined;
  userId: number;
  /** Whose they are; absent where they are the user's own. */
  username?: string;
  /** What the notice says once the password is changed. */
  passwordDone: string;
  /** The dial prefix that a new number starts with. */
  prefix: number;
  readOnly?: boolean;
  onClose: () => void;
}

/** Password and phone numbers: loaded when they are asked for. */
export function ProfileModals(props: ProfileModalsProps) {
  const { open, userId, username, passwordDone, prefix, readOnly = false, onClose } = props;
  return (
    <>
      {open === "password" && (
        <LateModal title="Password" load={passwordModal} onClose={onClose}>
          {(PasswordModal) => (
            <PasswordModal
              {...(username && { whose: username })}
              asksCurrent={username === undefined}
              done={passwordDone}
              save={({ old, password }) =>
                username === undefined
                  ? save(sessionEndpoints.changePassword, { body: { old, password } })
                  : save(sessionEndpoints.setAgentPassword, { body: { id: userId, password } })
              }
              onClose={onClose}
            />
          )}
        </LateModal>
      )}
      {open === "phones" && (
        <LateModal title="Phone Numbers" load={phonesModal} onClose={onClose}>
          {(PhonesModal) => (
            <PhonesModal
              userId={userId}
              {...(username && { whose: username })}
              prefix={prefix}
              readOnly={readOnly}
              onClose={onClose}
            />
          )}
        </LateModal>
      )}
    </>
  );
}

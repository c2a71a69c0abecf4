import { factorEndpoints } from "#shared/factors.ts";
import { sessionEndpoints } from "#shared/sessions.ts";
import { save } from "#web/api/save.ts";
import { LateModal } from "./late-modal.tsx";

const passwordModal = async () => (await import("../password/password-modal.tsx")).PasswordModal;
const phonesModal = async () => (await import("../phones/phones-modal.tsx")).PhonesModal;

const resetSignIn = async () => (await import("../security/reset-sign-in.tsx")).ResetSignIn;

export type ProfileModal = "password" | "phones" | "sign-in";

interface ProfileModalsProps {
  open: ProfileModal | undefined;
  userId: number;
  /** The owner, if it is not the user. */
  username?: string;
  /** The notice after a new password. */
  passwordDone: string;
  /** The dial prefix that a new number starts with. */
  prefix: number;
  readOnly?: boolean;
  onClose: () => void;
}

/** The modals for password, sign-in and phone numbers, which load when they are opened. */
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
      {open === "sign-in" && username !== undefined && (
        <LateModal title="Reset Sign-In" load={resetSignIn} onClose={onClose}>
          {(ResetSignIn) => (
            <ResetSignIn
              username={username}
              afterwards="Afterwards the password alone signs in."
              reset={() =>
                save(factorEndpoints.resetPsychicFactors, { params: { id: String(userId) } })
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

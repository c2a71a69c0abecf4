/** Help for the steps of the public wizard, beside their fields. */

export function LoginHelp() {
  return (
    <>
      <h3>Two ways to sign in</h3>
      <p>
        With your psychic name and password you sign in to this website. With your PIN you log on
        from your phone.
      </p>
      <h3>Psychic name</h3>
      <p>Customers know you by this name. Choose any name that no other psychic has.</p>
      <h3>Referral code</h3>
      <p>
        If a psychic told you about us, enter the extension that they gave you. If not, leave it
        empty.
      </p>
    </>
  );
}

export function PersonHelp() {
  return (
    <>
      <h3>Why we ask for your SS Number</h3>
      <p>
        We will pay you as an independent contractor, and we have to tell the tax authorities how
        much.
      </p>
      <p>
        We send the number over a secure connection and store it encrypted; this browser does not
        store it. Only our payroll staff and the owners of the portal can open it, and they must
        give a reason. We email you each time.
      </p>
      <h3>Your phone</h3>
      <p>
        Calls from customers come to your primary phone. It must be a number in the United States or
        Canada, and customers do not see it.
      </p>
      <h3>Your e-mail</h3>
      <p>We send you a confirmation with a link to set your password.</p>
    </>
  );
}

export function DetailsHelp() {
  return (
    <>
      <h3>What customers will read</h3>
      <p>
        Customers see these facts. A psychic manager reviews them first. You can change them later,
        except your years of experience, which only your manager can change.
      </p>
      <h3>Credentials</h3>
      <p>Training, certificates, memberships or years in a tradition. All of them are optional.</p>
    </>
  );
}

export function AgreementHelp() {
  return (
    <>
      <h3>Before you agree</h3>
      <p>
        Take your time to read all of it. The printer-friendly version opens beside this page, and
        nothing that you typed is lost.
      </p>
      <h3>When you choose I Agree</h3>
      <p>
        We create your account, and a psychic manager reviews it. With it we store which version you
        agreed to, when, and from which network address.
      </p>
    </>
  );
}

import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { Modal } from '../../components/modal.tsx';
import { Section } from '../../components/screen.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { client, messageOf } from '../../lib/api.ts';
import { security } from '../../lib/texts/security.texts.ts';
import { showToast } from '../../lib/toasts.ts';

/** What the directory keeps users and teams with. Nobody can read the token again, or whether there is one. */
export function ScimToken() {
  const [token, setToken] = useState<string>();
  const [isMaking, setMaking] = useState(false);
  const [isRevoking, setRevoking] = useState(false);
  const make = async () => {
    setMaking(true);
    await client.createScimToken().then(
      (made) => setToken(made.token),
      (error: unknown) => showToast(messageOf(error), { tone: 'danger' }),
    );
    setMaking(false);
  };
  const revoke = async () => {
    await client.revokeScimToken();
    showToast(security.scimRevoked);
  };
  return (
    <Section title={security.scim}>
      <p className="text-sm break-words text-muted">{security.scimHint(`${location.origin}/api/scim/v2`)}</p>
      <div className="flex flex-wrap gap-2">
        <Button isBusy={isMaking} onClick={() => void make()}>
          {security.newScimToken}
        </Button>
        <Button look="danger" onClick={() => setRevoking(true)}>
          {security.revokeScimToken}
        </Button>
      </div>
      {token !== undefined && (
        <Modal title={security.newScimToken} onClose={() => setToken(undefined)}>
          <ShownOnce
            label={security.scimToken}
            value={token}
            warning={security.scimOnce}
            copy={security.copyToken}
            copied={security.tokenCopied}
            onDone={() => setToken(undefined)}
          />
        </Modal>
      )}
      {isRevoking && (
        <Confirm
          action={security.revokeScimToken}
          question={security.revokeScimQuestion}
          onConfirm={revoke}
          onClose={() => setRevoking(false)}
        />
      )}
    </Section>
  );
}

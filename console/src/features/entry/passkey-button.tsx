import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { FormNote, useSubmit } from '../../components/form.tsx';
import { load } from '../../lib/loading.ts';
import { arePasskeysOffered } from '../../lib/passkey-offer.ts';
import { signIn } from '../../lib/texts/sign-in.texts.ts';
import { useEnter } from './enter.ts';

/** Signing in without e-mail and password. What does so is loaded when it is asked for. */
export function PasskeyButton() {
  const enter = useEnter();
  const [refusal, setRefusal] = useState<string>();
  const form = useSubmit(async () => {
    const { signInByPasskey } = await load(() => import('../../lib/passkeys.ts'));
    const refused = await signInByPasskey();
    if (refused === undefined) await enter();
    return refused;
  }, setRefusal);
  if (!arePasskeysOffered()) return null;
  return (
    <>
      <Button isBusy={form.isBusy} onClick={() => void form.submit()}>
        {signIn.withPasskey}
      </Button>
      <FormNote {...form} failure={form.failure ?? refusal} shown={[]} />
    </>
  );
}

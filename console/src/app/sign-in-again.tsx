import { Button } from '../components/button.tsx';
import { TextField } from '../components/field.tsx';
import { FormNote, useForm } from '../components/form.tsx';
import { DialogBody, Modal } from '../components/modal.tsx';
import { client } from '../lib/api.ts';
import { useUser } from '../lib/queries.ts';
import { queryClient } from '../lib/query-client.ts';
import { texts } from '../lib/texts.ts';
import { signedOut } from '../lib/texts/signed-out.ts';

/** Over the screen, which keeps what was typed (console 1.6). */
export function SignInAgain({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const form = useForm(
    { email: user?.email ?? '', password: '' },
    (body) => client.createSession({ body }),
    () => {
      void queryClient.invalidateQueries();
      onClose();
    },
  );
  return (
    <Modal title={signedOut.title}>
      <form onSubmit={(event) => void form.submit(event)}>
        <DialogBody>
          <p className="text-muted">{signedOut.text}</p>
          <TextField label={texts.entry.email} type="email" autoComplete="username" {...form.field('email')} />
          <TextField
            label={texts.entry.password}
            type="password"
            autoComplete="current-password"
            {...form.field('password')}
          />
          <FormNote {...form} shown={form.names} />
          <Button type="submit" look="primary" isBusy={form.isBusy}>
            {texts.entry.signIn}
          </Button>
        </DialogBody>
      </form>
    </Modal>
  );
}

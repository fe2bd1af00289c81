import { Button } from '../components/button.tsx';
import { TextField } from '../components/field.tsx';
import { FormNote } from '../components/form.tsx';
import { DialogBody, Modal } from '../components/modal.tsx';
import CodeField from '../features/entry/code-field.tsx';
import { useSignInForm } from '../features/entry/sign-in-form.ts';
import { useUser } from '../lib/queries.ts';
import { queryClient } from '../lib/query-client.ts';
import { texts } from '../lib/texts.ts';
import { signedOut } from '../lib/texts/signed-out.texts.ts';

/** Over the screen, which keeps what was typed. */
export function SignInAgain({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const form = useSignInForm(user?.email ?? '', (next) => {
    // Someone else's screens are none of theirs.
    if (next.id !== user?.id) {
      location.assign('/');
      return;
    }
    void queryClient.invalidateQueries();
    onClose();
  });
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
          {form.isCodeAsked && <CodeField {...form.field('code')} />}
          <FormNote {...form} shown={form.names} />
          <Button type="submit" look="primary" isBusy={form.isBusy}>
            {texts.entry.signIn}
          </Button>
          {/* For those who have a passkey or single sign-on, and no password. */}
          <a
            href={`/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`}
            className="hit inline-flex items-center justify-center text-sm text-accent-text underline"
          >
            {signedOut.another}
          </a>
        </DialogBody>
      </form>
    </Modal>
  );
}

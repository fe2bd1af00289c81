import { useState } from 'react';
import { Form, useForm } from '../../components/form.tsx';
import { Note } from '../../components/states.tsx';
import { useAddress } from '../../lib/address.ts';
import { client } from '../../lib/api.ts';
import { unsubscribe as words } from '../../lib/texts/unsubscribe.texts.ts';
import { EntryFrame } from '../../components/entry-frame.tsx';

/** Where the mails of the inbox lead: it asks, and only then ends them. */
export function Unsubscribe() {
  const { token = '' } = useAddress();
  const [isDone, setDone] = useState(false);
  const form = useForm(
    {},
    () => client.unsubscribe({ query: { token } }),
    () => setDone(true),
  );
  return (
    <EntryFrame title={words.title}>
      {isDone ? (
        <Note tone="success">{words.done}</Note>
      ) : (
        <Form form={form} shown={[]} action={words.title} isWide>
          <p className="text-muted">{words.question}</p>
        </Form>
      )}
    </EntryFrame>
  );
}

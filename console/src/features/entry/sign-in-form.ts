import { useState } from 'react';
import { useForm } from '../../components/form.tsx';
import { client, isApiError } from '../../lib/api.ts';

/** By how the service's words begin, which it says in no other case. */
const needsCode = (error: unknown) => isApiError(error) && error.message.startsWith('A code ');

/** Signing in by e-mail and password, and by a code as well once the service asks for one. */
export function useSignInForm(email: string, enter: (user: { id: string }) => unknown) {
  const [isCodeAsked, setCodeAsked] = useState(false);
  const form = useForm(
    { email, password: '', code: '' },
    async ({ code, ...body }) => {
      let user;
      try {
        ({ user } = await client.createSession({ body: isCodeAsked ? { ...body, code } : body }));
      } catch (error) {
        if (!needsCode(error)) throw error;
        setCodeAsked(true);
        return;
      }
      await enter(user);
    },
    () => undefined,
  );
  return { ...form, isCodeAsked };
}

import { useState } from 'react';
import { useForm } from '../../components/form.tsx';
import { client, isApiError } from '../../lib/api.ts';

const NEEDS_CODE = 'A code from your authenticator is needed';
const needsCode = (error: unknown) => isApiError(error) && error.status === 401 && error.message === NEEDS_CODE;

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

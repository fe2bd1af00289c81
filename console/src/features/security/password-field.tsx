import { TextField } from '../../components/field.tsx';
import { security } from '../../lib/texts/security.texts.ts';

/** The password of the reader, who changes how they sign in. */
export function PasswordField(props: Omit<Parameters<typeof TextField>[0], 'label'>) {
  return <TextField label={security.password} type="password" autoComplete="current-password" {...props} />;
}

/** Who has no password leaves it out. */
export const given = (password: string): { password?: string } => (password === '' ? {} : { password });

import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { signInCode } from '../../lib/texts/sign-in-code.texts.ts';

/** What signing in asks for besides the password: a code of the authenticator, or one in place of it. */
export default function CodeField(field: Omit<Parameters<typeof TextField>[0], 'label'>) {
  const [isRecovery, setRecovery] = useState(false);
  return (
    <div className="flex flex-col gap-1">
      <TextField
        label={isRecovery ? signInCode.recoveryCode : signInCode.code}
        {...(!isRecovery && { hint: signInCode.codeHint, inputMode: 'numeric' as const })}
        autoComplete="one-time-code"
        autoFocus
        {...field}
      />
      <Button className="self-start" onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? signInCode.useAuthenticator : signInCode.useRecoveryCode}
      </Button>
    </div>
  );
}

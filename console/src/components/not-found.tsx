import { Link } from '@tanstack/react-router';
import { buttonStyle } from './button.tsx';
import { Screen } from './screen.tsx';
import { texts } from '../lib/texts.ts';

/** Also what a role may not see. */
export function NotFound() {
  return (
    <Screen title={texts.notFound.title}>
      <div className="flex flex-col items-start gap-4 p-4">
        <p className="text-muted">{texts.notFound.text}</p>
        <div className="flex flex-wrap gap-2">
          <Link to="/" className={buttonStyle('primary')}>
            {texts.notFound.home}
          </Link>
          <Link to="/projects" className={buttonStyle()}>
            {texts.notFound.projects}
          </Link>
        </div>
      </div>
    </Screen>
  );
}

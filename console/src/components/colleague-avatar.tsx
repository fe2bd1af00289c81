import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { load } from '../lib/loading.ts';
import { colleaguesQuery } from '../lib/queries.ts';
import { Avatar } from './marks.tsx';

const RoleAvatar = lazy(async () => {
  const { RoleAvatar: Role } = await load(() => import('./role-avatar.tsx'));
  return { default: Role };
});

interface ColleagueAvatarProps {
  name: string;
  size?: 'sm' | 'md';
}

/** The picture of a virtual colleague, the same everywhere; initials while it is not known. */
export function ColleagueAvatar({ name, size = 'sm' }: ColleagueAvatarProps) {
  const { data: colleagues = [] } = useQuery(colleaguesQuery);
  const role = colleagues.find((colleague) => colleague.name === name)?.role;
  const initials = <Avatar name={name} size={size} />;
  if (role === undefined) return initials;
  return (
    <Suspense fallback={initials}>
      <RoleAvatar role={role} size={size === 'sm' ? 'xs' : 'sm'} />
    </Suspense>
  );
}

import {
  Bot,
  Boxes,
  Compass,
  Crown,
  Gauge,
  Handshake,
  type LucideIcon,
  Target,
  UserCheck,
  UserRound,
} from 'lucide-react';
import { cx } from '../lib/cx.ts';

/** A picture and a hue for each role. */
const ROLES: Record<string, [icon: LucideIcon, hue: number]> = {
  scrum_master: [Gauge, 275],
  project_lead: [Compass, 235],
  product_owner: [Target, 25],
  manager: [Crown, 80],
  member: [UserCheck, 150],
  myself: [UserRound, 195],
  customer: [Handshake, 350],
  agent_orchestrator: [Boxes, 310],
  agent: [Bot, 120],
};

/** How wide it is, and its picture. */
const SIZES = {
  xs: ['size-5', 12],
  sm: ['size-7', 15],
  md: ['size-9', 18],
  lg: ['size-10', 20],
} as const;

/** What tells colleagues apart at a glance; their names stand beside it. */
export function RoleAvatar({ role, size = 'md' }: { role: string; size?: keyof typeof SIZES }) {
  const [Icon, hue] = ROLES[role] ?? [Bot, 275];
  const [wide, picture] = SIZES[size];
  return (
    <span
      aria-hidden
      data-role={role}
      className={cx('role-mark inline-flex shrink-0 items-center justify-center rounded-full', wide)}
      style={{ '--hue': hue } as React.CSSProperties}
    >
      <Icon size={picture} />
    </span>
  );
}

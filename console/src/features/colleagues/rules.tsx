import { useQuery } from '@tanstack/react-query';
import type { OwnRuleResponse, RuleStatsResponse, VirtualColleagueDetailResponse } from 'project-management-sdk';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { Switch } from '../../components/choice-fields.tsx';
import { ActionsMenu } from '../../components/menu.tsx';
import { Section } from '../../components/screen.tsx';
import { Badge } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { client, messageOf } from '../../lib/api.ts';
import { showNumber } from '../../lib/figures.ts';
import { useMay } from '../../lib/queries.ts';
import { texts } from '../../lib/texts.ts';
import { rules as words } from '../../lib/texts/colleague-rules.texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { refreshColleagues, statsQuery } from './queries.ts';
import { RuleForm } from './rule-form.tsx';

/** A rule as the table shows it: one of the service's, or one of the colleague's own. */
interface Row {
  /** As actions and figures name it. */
  rule: string;
  isOn: boolean;
  own: OwnRuleResponse | undefined;
  stats: RuleStatsResponse | undefined;
}

type Dialog = { of: 'new' } | { of: 'edit' | 'delete'; rule: OwnRuleResponse };

/** Which rules speak, and whether that helps. */
export function Rules({ colleague }: { colleague: VirtualColleagueDetailResponse }) {
  const { id, rules, settings } = colleague;
  const { data: stats = [] } = useQuery(statsQuery(id));
  const isAdmin = useMay('ADMIN');
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const rowOf = (rule: string, isOn: boolean, own?: OwnRuleResponse): Row => ({
    rule,
    isOn,
    own,
    stats: stats.find((one) => one.rule === rule),
  });
  const rows = [
    ...rules.map((rule) => rowOf(`custom:${rule.name}`, rule.enabled, rule)),
    ...Object.entries(settings.rules).map(([name, isOn]) => rowOf(name, isOn)),
  ];
  const turn = async ({ rule, isOn, own }: Row) => {
    const body = own
      ? { rules: rules.map((one) => (one.id === own.id ? { ...one, enabled: !isOn } : one)) }
      : { settings: { rules: { [rule]: !isOn } } };
    await client
      .updateColleague({ path: { id }, body })
      .catch((error: unknown) => showToast(messageOf(error), { tone: 'danger' }));
    await refreshColleagues();
  };
  const figures = figureColumns();
  return (
    <Section
      title={words.title}
      actions={
        isAdmin && (
          <Button data-adds onClick={() => setDialog({ of: 'new' })}>
            {words.newRule}
          </Button>
        )
      }
    >
      <p className="text-xs text-muted">{words.figures}</p>
      <Table
        name={words.title}
        rows={rows}
        keyOf={({ rule }) => rule}
        columns={[
          {
            name: words.on,
            cell: (row) =>
              isAdmin ? (
                <Switch label={words.nameOf(row.rule)} isLabelHidden checked={row.isOn} onChange={() => turn(row)} />
              ) : (
                <span className="text-muted">{row.isOn ? words.on : words.off}</span>
              ),
          },
          { name: words.rule, cell: (row) => <RuleName row={row} /> },
          ...figures,
          ...(isAdmin && rules.length > 0
            ? [
                {
                  name: words.more,
                  isKept: true,
                  cell: ({ own }: Row) => own && <RuleActions rule={own} onOpen={setDialog} />,
                },
              ]
            : []),
        ]}
      />
      {dialog?.of === 'new' && <RuleForm colleague={colleague} onClose={close} />}
      {dialog?.of === 'edit' && <RuleForm colleague={colleague} rule={dialog.rule} onClose={close} />}
      {dialog?.of === 'delete' && (
        <Confirm
          action={texts.common.delete}
          question={words.deleteQuestion(dialog.rule.name)}
          onClose={close}
          onConfirm={async () => {
            const left = rules.filter((one) => one.id !== dialog.rule.id);
            await client.updateColleague({ path: { id }, body: { rules: left } });
            await refreshColleagues();
          }}
        />
      )}
    </Section>
  );
}

function figureColumns() {
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? words.none : showNumber(value);
  return [
    { name: words.said, isRight: true, cell: ({ stats }: Row) => number(stats?.said) },
    { name: words.actedOn, isRight: true, cell: ({ stats }: Row) => number(stats?.actedOn) },
    { name: words.answered, isRight: true, cell: ({ stats }: Row) => number(stats?.answered) },
    {
      name: words.promises,
      isRight: true,
      cell: ({ stats }: Row) =>
        stats?.promises ? words.promisesOf(stats.promises.kept, stats.promises.broken) : words.none,
    },
    {
      name: words.useful,
      isRight: true,
      cell: ({ stats }: Row) => (stats ? words.usefulOf(stats.useful, stats.notUseful) : words.none),
    },
  ];
}

function RuleName({ row: { rule, own } }: { row: Row }) {
  return (
    <span className="flex min-w-40 flex-col whitespace-normal">
      <span className="flex flex-wrap items-center gap-2">
        {words.nameOf(rule)}
        {own?.broken && <Badge tone="danger">{words.broken}</Badge>}
      </span>
      <span className="text-xs break-words text-muted">{own ? own.filter : rule}</span>
    </span>
  );
}

function RuleActions({ rule, onOpen }: { rule: OwnRuleResponse; onOpen: (dialog: Dialog) => void }) {
  return (
    <ActionsMenu
      of={rule.name}
      entries={() => [
        { text: texts.common.edit, run: () => onOpen({ of: 'edit', rule }) },
        { text: texts.common.delete, isDangerous: true, run: () => onOpen({ of: 'delete', rule }) },
      ]}
    />
  );
}

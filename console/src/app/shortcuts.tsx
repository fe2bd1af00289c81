import { DialogBody, Modal } from '../components/modal.tsx';
import { useMay } from '../lib/queries.ts';
import { texts } from '../lib/texts.ts';
import { keys } from '../lib/texts/keys.texts.ts';

type Row = [names: string[], text: string];

/** They set a field of the task in focus, in a list or on its own. */
const FIELDS: Row[] = [
  [['a'], keys.assign],
  [['l'], keys.label],
  [['s'], keys.status],
  [['p'], keys.priority],
  [['d'], keys.dueDate],
  [['i'], keys.assignToMe],
];

const SCHEDULE: [string, Row[]] = [
  keys.groups.schedule,
  [
    [['Alt', '←', '→'], keys.moveDay],
    [['Alt', '↑', '↓'], keys.moveWeek],
    [['Alt', 'Shift', '←', '→'], keys.stretch],
  ],
];

/** Those that change something are for readers who may. */
const groupsFor = (mayWrite: boolean): [string, Row[]][] => {
  const writing = (...rows: Row[]) => (mayWrite ? rows : []);
  return [
    [
      keys.groups.everywhere,
      [
        [['Ctrl', 'K'], keys.palette],
        ...writing([['c'], keys.create]),
        [['/'], keys.search],
        [['?'], keys.help],
        [['['], keys.sidebar],
        [['Esc'], keys.close],
        ...writing([['Ctrl', 'Z'], keys.undo]),
      ],
    ],
    [
      keys.groups.lists,
      [
        [['j'], keys.down],
        [['k'], keys.up],
        [['↑', '↓', '←', '→'], keys.walk],
        [['Enter'], keys.open],
        ...writing(
          [['Shift', 'j', 'k'], keys.extend],
          [['x'], keys.select],
          [['e'], keys.edit],
          [['m'], keys.move],
          ...FIELDS,
        ),
        [['Space'], keys.peek],
        ...writing([['Shift', keys.click], keys.selectMany]),
      ],
    ],
    ...(mayWrite ? [SCHEDULE] : []),
    [
      keys.groups.task,
      [
        [['j'], keys.next],
        [['k'], keys.previous],
        ...writing([['e'], keys.title], ...FIELDS),
        [['Ctrl', '.'], keys.copyTid],
        [['Ctrl', 'Shift', '.'], keys.copyBranch],
        [['←', '→'], keys.pictures],
        ...writing([['@'], keys.mention], [['Ctrl', 'Enter'], keys.send]),
      ],
    ],
    [
      keys.groups.inbox,
      [
        [['j'], keys.down],
        [['k'], keys.up],
        [['Enter'], keys.open],
        [['e'], keys.finish],
        [['u'], keys.unread],
        [['h'], keys.snooze],
        ...writing([['p'], keys.answer]),
      ],
    ],
    [
      keys.groups.filter,
      [
        [['↓'], keys.suggest],
        [['Tab'], keys.take],
        [['Enter'], keys.apply],
      ],
    ],
  ];
};

export function Shortcuts({ onClose }: { onClose: () => void }) {
  const mayWrite = useMay('MEMBER');
  return (
    <Modal title={texts.shell.shortcuts} onClose={onClose}>
      <DialogBody>
        {groupsFor(mayWrite).map(([title, rows]) => (
          <section key={title} aria-label={title}>
            <h3 className="pb-1 text-sm font-semibold text-muted">{title}</h3>
            <dl className="grid grid-cols-[1fr_auto] gap-y-1.5">
              {rows.map(([names, text]) => (
                <div key={text} className="col-span-2 grid grid-cols-subgrid">
                  <dt>{text}</dt>
                  <dd className="flex justify-end gap-1">
                    {names.map((name) => (
                      <kbd
                        key={name}
                        className="min-w-6 rounded-sm border border-line bg-hover px-1.5 text-center font-mono text-xs"
                      >
                        {name}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </DialogBody>
    </Modal>
  );
}

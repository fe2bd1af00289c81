import { DialogBody, Modal } from '../components/modal.tsx';
import { texts } from '../lib/texts.ts';
import { keys } from '../lib/texts/keys.ts';

const GROUPS: [string, [string[], string][]][] = [
  [
    keys.groups.everywhere,
    [
      [['Ctrl', 'K'], keys.palette],
      [['c'], keys.create],
      [['/'], keys.search],
      [['?'], keys.help],
      [['Esc'], keys.close],
    ],
  ],
  [
    keys.groups.lists,
    [
      [['j'], keys.down],
      [['k'], keys.up],
      [['Enter'], keys.open],
      [['x'], keys.select],
      [['e'], keys.edit],
      [['m'], keys.move],
      [['a'], keys.assign],
      [['l'], keys.label],
      [['s'], keys.status],
      [['p'], keys.priority],
      [['Space'], keys.peek],
      [['Shift', keys.click], keys.selectMany],
    ],
  ],
  [
    keys.groups.task,
    [
      [['e'], keys.title],
      [['a'], keys.assign],
      [['l'], keys.label],
      [['s'], keys.status],
      [['p'], keys.priority],
      [['Ctrl', '.'], keys.copyTid],
      [['Ctrl', 'Shift', '.'], keys.copyBranch],
      [['Ctrl', 'Enter'], keys.send],
    ],
  ],
  [
    keys.groups.inbox,
    [
      [['j'], keys.down],
      [['k'], keys.up],
      [['e'], keys.finish],
      [['u'], keys.unread],
      [['h'], keys.snooze],
    ],
  ],
];

export function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Modal title={texts.shell.shortcuts} onClose={onClose}>
      <DialogBody>
        {GROUPS.map(([title, rows]) => (
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

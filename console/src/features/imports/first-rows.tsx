import { useEffect, useState } from 'react';
import { Section } from '../../components/screen.tsx';
import { Table } from '../../components/table.tsx';
import { imports as words, type SheetField } from '../../lib/texts/imports.texts.ts';
import { firstRowsOf } from './first-row.ts';
import type { Columns } from './queries.ts';

/** The names of the columns, and three rows. */
const ROWS = 4;
const NO_ROWS: readonly string[][] = [];

/** What is worth a look before a check, and how sheets of trackers name it, too. */
const SHOWN: Partial<Record<SheetField, readonly string[]>> = {
  title: ['title', 'summary', 'name', 'task', 'subject'],
  status: ['status', 'state', 'section/column'],
  priority: ['priority'],
  assignee: ['assignee', 'assigned to', 'owner'],
  dueDate: ['due date', 'due', 'deadline'],
  labels: ['labels', 'tags', 'label'],
};

export function useFirstRows(file: File | undefined): readonly string[][] {
  const [rows, setRows] = useState(NO_ROWS);
  useEffect(() => {
    let isOver = false;
    setRows(NO_ROWS);
    // The check says what is wrong with a file that cannot be read.
    const read = async () => {
      const found = file ? await firstRowsOf(file, ROWS).catch(() => NO_ROWS) : NO_ROWS;
      if (!isOver) setRows(found);
    };
    void read();
    return () => void (isOver = true);
  }, [file]);
  return rows;
}

/** Where in a row a field stands; what was chosen comes before what a name says. */
function placeOf(field: SheetField, head: readonly string[], columns: Columns): number {
  const chosen = head.findIndex((name) => columns[name] === field);
  if (chosen >= 0) return chosen;
  const names = SHOWN[field] ?? [];
  return head.findIndex((name) => columns[name] === undefined && names.includes(name.toLowerCase()));
}

interface FirstRowsProps {
  rows: readonly string[][];
  columns: Columns;
}

/** The first rows of a sheet as the tasks that they become. */
export function FirstRows({ rows: [head = [], ...rows], columns }: FirstRowsProps) {
  const shown = (Object.keys(SHOWN) as SheetField[])
    .map((field) => ({ field, place: placeOf(field, head, columns) }))
    .filter(({ place }) => place >= 0);
  if (rows.length === 0 || shown.length === 0) return null;
  return (
    <Section title={words.firstRows}>
      <Table
        name={words.firstRows}
        rows={rows}
        keyOf={(cells: readonly string[]) => cells.join()}
        columns={shown.map(({ field, place }) => ({
          name: words.sheetFields[field],
          cell: (cells: readonly string[]) => cells[place] || '–',
        }))}
      />
    </Section>
  );
}

import { headerKey } from '../../csv/csv-rows.js';

/** What Jira calls the columns of its exports: en, es, pt, fr, de, pl, ru, ja. */
const COLUMNS = [
  ['Summary', 'Resumen', 'Resumo', 'Résumé', 'Zusammenfassung', 'Podsumowanie', 'Тема', '要約'],
  [
    'Issue key',
    'Clave de incidencia',
    'Chave da item',
    'Clé de ticket',
    'Vorgangsschlüssel',
    'Klucz zgłoszenia',
    'Ключ проблемы',
    '課題キー',
  ],
  [
    'Issue id',
    'ID de la incidencia',
    'ID da item',
    'ID de ticket',
    'Vorgangs-ID',
    'Id. zgłoszenia',
    'ID проблемы',
    '課題ID',
  ],
  [
    'Issue Type',
    'Tipo de Incidencia',
    'Tipo de item',
    'Type de ticket',
    'Vorgangstyp',
    'Typ zgłoszenia',
    'Тип задачи',
    '課題タイプ',
  ],
  ['Status', 'Estado', 'Status', 'État', 'Status', 'Status', 'Статус', 'ステータス'],
  [
    'Status Category',
    'Categoría de estado',
    'Categoria do status',
    "Catégorie d'état",
    'Statuskategorie',
    'Kategoria statusu',
    'Категория статуса',
    'ステータス カテゴリ',
  ],
  ['Priority', 'Prioridad', 'Prioridade', 'Priorité', 'Priorität', 'Priorytet', 'Приоритет', '優先度'],
  ['Resolution', 'Resolución', 'Resolução', 'Résolution', 'Lösung', 'Rozwiązanie', 'Решение', '解決状況'],
  [
    'Assignee',
    'Persona asignada',
    'Responsável',
    'Personne assignée',
    'Zugewiesene Person',
    'Osoba przypisana',
    'Исполнитель',
    '担当者',
  ],
  ['Reporter', 'Informador', 'Relator', 'Rapporteur', 'Autor', 'Osoba zgłaszająca', 'Автор', '報告者'],
  ['Created', 'Creada', 'Criado', 'Création', 'Erstellt', 'Utworzono', 'Создано', '作成日'],
  ['Updated', 'Actualizada', 'Atualizado(a)', 'Mise à jour', 'Aktualisiert', 'Zaktualizowano', 'Обновлено', '更新日'],
  ['Resolved', 'Resuelta', 'Resolvido', 'Résolue', 'Erledigt', 'Rozwiązano', 'Дата решения', '解決日'],
  [
    'Due date',
    'Fecha de vencimiento',
    'Data limite',
    'Échéance',
    'Fälligkeitsdatum',
    'Termin',
    'Срок исполнения',
    '期限',
  ],
  ['Labels', 'Etiquetas', 'Categorias', 'Étiquettes', 'Stichwörter', 'Etykiety', 'Метки', 'ラベル'],
  ['Description', 'Descripción', 'Descrição', 'Description', 'Beschreibung', 'Opis', 'Описание', '説明'],
  ['Comment', 'Comentario', 'Comentário', 'Commentaire', 'Kommentar', 'Komentarz', 'Комментарий', 'コメント'],
  [
    'Parent key',
    'Clave principal',
    'Chave pai',
    'Clé parent',
    'Übergeordneter Schlüssel',
    'Klucz elementu nadrzędnego',
    'Ключ родителя',
    '親キー',
  ],
] as const;

/** Other names for the same, of other versions and of other exports: of all fields, of the current ones. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  'Issue key': ['Key', 'Work item key', 'Chave do item', 'Clave'],
  'Issue id': ['Work item id', 'ID do item'],
  'Issue Type': ['Work type', 'Work item type', 'Tipo do item'],
  'Assignee Id': ['ID do responsável'],
  'Reporter Id': ['ID do relator'],
  Updated: ['Atualizado'],
  Labels: ['Label'],
  Components: ['Component/s', 'Componentes', 'Composants', 'Komponenten', 'Komponenty', 'Компоненты', 'コンポーネント'],
  'Fix versions': ['Fix version/s', 'Versões corrigidas', 'Versiones corregidas'],
  Attachment: ['Attachments', 'Adjunto', 'Anexo', 'Pièce jointe', 'Anhang', 'Załącznik', 'Вложение', '添付ファイル'],
  Comment: ['Comments'],
  'Original estimate': ['Estimación original', 'Estimativa original', 'Estimation originale', 'Первоначальная оценка'],
  'Start date': [
    'Fecha de inicio',
    'Data de início',
    'Date de début',
    'Startdatum',
    'Data rozpoczęcia',
    'Дата начала',
    '開始日',
  ],
  'Time Spent': ['Tiempo empleado', 'Tempo gasto', 'Temps passé', 'Затраченное время'],
};

/** How it begins the names of columns of one's own, whose own name stands in brackets. */
const CUSTOM = [
  'Custom field',
  'Campo personalizado',
  'Champs personnalisés',
  'Benutzerdefinierte Felder',
  'Pole niestandardowe',
  'Пользовательское поле',
  'カスタム フィールド',
].map(headerKey);

const ENGLISH = new Map<string, string>([
  ...COLUMNS.flatMap((names) => names.map((name) => [headerKey(name), headerKey(names[0])] as const)),
  ...Object.entries(OTHER_NAMES).flatMap(([name, others]) =>
    others.map((other) => [headerKey(other), headerKey(name)] as const),
  ),
]);

/** The key of the English column that stands for one in whatever language. */
export function englishKey(key: string): string {
  const known = ENGLISH.get(key);
  if (known !== undefined) return known;
  const custom = CUSTOM.find((name) => key.startsWith(`${name}(`));
  return custom === undefined ? key : `customfield${key.slice(custom.length)}`;
}

/**
 * What trackers call types, statuses, resolutions and priorities in en, es, pt, fr, de, pl, ru and ja.
 * Names are compared without case, accents and punctuation; a new word is an entry here and nothing else.
 */

/** The three status categories of Jira. */
export const STATUS_CATEGORIES = {
  todo: [
    ['To Do', 'New', 'Open'],
    ['Por hacer', 'Tareas por hacer', 'Pendiente'],
    ['Itens pendentes', 'Tarefas pendentes', 'A fazer', 'Pendente'],
    ['À faire', 'À traiter'],
    ['Zu erledigen', 'Aufgaben', 'Offen'],
    ['Do zrobienia'],
    ['К выполнению', 'Сделать'],
    ['作業前', '未着手', '未対応'],
  ],
  started: [
    ['In Progress'],
    ['En curso', 'En progreso'],
    ['Em andamento', 'Em progresso'],
    ['En cours'],
    ['In Arbeit', 'In Bearbeitung'],
    ['W toku', 'W trakcie'],
    ['В работе', 'В процессе'],
    ['進行中', '作業中'],
  ],
  done: [
    ['Done', 'Complete', 'Completed'],
    ['Listo', 'Hecho', 'Finalizada', 'Finalizado'],
    ['Itens concluídos', 'Concluído', 'Concluída', 'Feito', 'Pronto'],
    ['Terminé', 'Terminée', 'Terminés'],
    ['Fertig', 'Erledigt'],
    ['Gotowe', 'Zrobione'],
    ['Готово', 'Выполнено'],
    ['完了'],
  ],
} as const;

/** Other names of lanes of what is still to be done. */
export const OPEN_NAMES = [
  'backlog',
  'todo',
  'ideas',
  'inbox',
  'triage',
  'next',
  'later',
  'reopened',
  'waiting',
] as const;

/** Words that say of a status, wherever they stand in its name, that it is the end. */
export const FINISHED_WORDS = [
  ['done', 'closed', 'completed', 'resolved', 'finished', 'released', 'shipped', 'merged', 'fixed', 'delivered'],
  ['hecho', 'hecha', 'listo', 'finalizado', 'finalizada', 'terminado', 'terminada', 'completado', 'completada'],
  ['cerrado', 'cerrada', 'resuelto', 'resuelta', 'entregado', 'entregada'],
  ['concluído', 'concluída', 'concluídos', 'feito', 'feita', 'pronto', 'pronta', 'fechado', 'fechada'],
  ['resolvido', 'resolvida', 'encerrado', 'encerrada', 'entregue'],
  ['terminé', 'terminée', 'terminés', 'terminées', 'fini', 'finie', 'fermé', 'fermée', 'résolu', 'résolue', 'livré'],
  ['erledigt', 'fertig', 'abgeschlossen', 'geschlossen', 'gelöst', 'beendet', 'behoben'],
  ['gotowe', 'zrobione', 'zakończone', 'zakończony', 'zamknięte', 'zamknięty', 'ukończone', 'rozwiązane', 'wykonane'],
  ['готово', 'сделано', 'завершено', 'завершен', 'завершена', 'закрыто', 'закрыт', 'закрыта', 'выполнено'],
  ['выполнен', 'выполнена', 'решено', 'решен', 'решена', 'исправлено'],
  ['完了', '完了済み', '終了', '済み', '解決済み', '対応済み', '処理済み', 'クローズ', '完成'],
] as const;

/** Names that say so as a whole alone: in others they are verbs or adjectives. */
export const FINISHED_NAMES = ['complete', 'concluir', 'completo', 'completa', 'lista'] as const;

/** Words that, up to two words before one of those, say that it is not so: "not done", "ready for done". */
export const DENYING_WORDS = [
  [
    'not',
    'un',
    'non',
    'never',
    'no',
    'for',
    'be',
    'almost',
    'nearly',
    'half',
    'partly',
    'when',
    'if',
    'until',
    'before',
  ],
  ['sin', 'por', 'para', 'casi', 'não', 'quase'],
  ['pas', 'à', 'pour', 'presque', 'nicht', 'un', 'zu', 'fast', 'halb', 'für'],
  ['nie', 'do', 'prawie', 'не', 'к', 'почти', '未'],
] as const;

/** Words that, right after one of those, say that it is only ready for something: "listo para probar". */
export const TOWARDS_WORDS = ['for', 'to', 'para', 'pour', 'für', 'do', 'к', 'для'] as const;

/** Words and pairs of words that say of a status that somebody is at it. */
export const STARTED_WORDS = [
  ['progress', 'doing', 'wip', 'started', 'ongoing', 'active', 'blocked', 'review', 'reviewing', 'testing', 'qa'],
  ['develop', 'developing', 'development', 'implementing', 'verify', 'verifying', 'verification'],
  ['en curso', 'en progreso', 'en desarrollo', 'en revisión', 'en pruebas', 'haciendo', 'bloqueado', 'bloqueada'],
  ['em andamento', 'em progresso', 'em desenvolvimento', 'em revisão', 'em teste', 'fazendo'],
  ['en cours', 'en développement', 'en revue', 'en test', 'bloqué'],
  ['in arbeit', 'in bearbeitung', 'in entwicklung', 'in prüfung', 'im test', 'blockiert', 'läuft'],
  ['w toku', 'w trakcie', 'w realizacji', 'testowanie', 'zablokowane'],
  ['в работе', 'в процессе', 'в разработке', 'тестирование', 'заблокировано'],
  ['進行中', '作業中', '対応中', '処理中', 'レビュー中', 'テスト中'],
] as const;

/** Names of statuses and resolutions that say that nobody will do it. */
export const CANCELLED_NAMES = [
  ["won't do", "won't fix", "won't be done", 'duplicate', 'not planned', 'cancelled', 'canceled'],
  ['cannot reproduce', 'invalid', 'declined', 'rejected', 'abandoned', 'obsolete'],
  ['no se hará', 'no se va a hacer', 'duplicado', 'duplicada', 'cancelado', 'cancelada', 'rechazado', 'descartado'],
  ['não será feito', 'não será corrigido', 'rejeitado', 'rejeitada'],
  ['ne sera pas fait', 'ne sera pas corrigé', 'doublon', 'dupliqué', 'annulé', 'annulée', 'rejeté', 'abandonné'],
  ['wird nicht erledigt', 'wird nicht behoben', 'duplikat', 'abgebrochen', 'abgelehnt', 'verworfen'],
  ['nie zostanie zrobione', 'nie zostanie wykonane', 'duplikat', 'anulowane', 'anulowany', 'odrzucone', 'porzucone'],
  ['не будет сделано', 'не будет исправлено', 'дубликат', 'отменено', 'отменен', 'отменена', 'отклонено'],
  ['対応しない', '修正しない', '重複', 'キャンセル', '中止', '却下'],
] as const;

/** The resolution of what is not resolved. */
export const UNRESOLVED_NAMES = [
  ['unresolved', 'none', 'sin resolver', 'no resuelta', 'no resuelto', 'não resolvido', 'não resolvida'],
  ['non résolu', 'non résolue', 'nicht erledigt', 'nicht gelöst', 'unerledigt', 'ungelöst', 'offen'],
  ['nierozwiązane', 'nierozwiązany', 'не решено', 'не решен', 'нет решения', 'без решения', '未解決'],
] as const;

export const EPIC_NAMES = ['epic', 'epik', 'épopée', 'epopeya', 'épica', 'épico', 'эпик', 'エピック'] as const;

export const SUBTASK_NAMES = [
  ['sub-task', 'subtask', 'subtarea', 'sub-tarea', 'subtarefa', 'sub-tarefa', 'sous-tâche', 'unteraufgabe'],
  ['teilaufgabe', 'podzadanie', 'подзадача', 'サブタスク'],
] as const;

export const PRIORITY_NAMES = {
  Urgent: [
    ['highest', 'urgent', 'blocker', 'critical', 'p0', 'p1', 'immediate', 'showstopper'],
    ['muy alta', 'más alta', 'urgente', 'crítica', 'muito alta', 'a mais alta', 'la plus haute', 'très haute'],
    [
      'höchste',
      'dringend',
      'kritisch',
      'najwyższy',
      'krytyczny',
      'наивысший',
      'самый высокий',
      'срочный',
      '最高',
      '緊急',
    ],
  ],
  High: [['high', 'major', 'important', 'p2', 'alta', 'alto', 'haute', 'élevée', 'hoch', 'wysoki', 'высокий', '高']],
  Medium: [
    ['medium', 'normal', 'moderate', 'default', 'p3', 'media', 'medio', 'média', 'moyenne', 'mittel', 'średni'],
    ['средний', '中'],
  ],
  Low: [
    ['low', 'lowest', 'minor', 'trivial', 'p4', 'p5', 'baja', 'bajo', 'muy baja', 'más baja', 'baixa', 'muito baixa'],
    ['basse', 'faible', 'la plus basse', 'très basse', 'niedrig', 'niedrigste', 'niski', 'najniższy', 'низкий'],
    ['низший', 'самый низкий', '低', '最低'],
  ],
} as const;

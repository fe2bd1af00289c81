import type { FilterField } from './language/filter-fields.js';
import type { Value } from './language/syntax-tree.js';

/** What a stored filter shows as deleted or hidden. */
export interface Marker {
  /** As stored texts name it. */
  readonly field: string;
  readonly shown: string;
  readonly id: string;
}

/** What stands in the same place as before stays what it was. */
export function takeMarker(kept: Marker[], { name: field }: FilterField, { text, column }: Value): Value | undefined {
  const place = kept.findIndex((marker) => marker.field === field && marker.shown === text);
  const [marker] = place < 0 ? [] : kept.splice(place, 1);
  return marker && { text: marker.id, isQuoted: false, column };
}

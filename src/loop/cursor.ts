/**
 * How far a source has been heard. `position` is the source's own text (a byte offset of the stream, or a place in the
 * log file; empty when none is known yet). Everything written up to `heardAt` has been handed on.
 */
export type Place = { position: string; heardAt: Date };

/** Keeps one source's {@link Place}. `load` gives null before the first `save`; either rejects when the store is down. */
export type CursorStore = {
  load(): Promise<Place | null>;
  save(place: Place): Promise<void>;
};

/** An event that a listener may refuse. */
export interface Preventable {
  defaultPrevented: boolean;
  preventDefault: () => void;
}

/** An event with `extra`'s fields, as Electron hands it to listeners that may call `preventDefault()`. */
export function preventable<T extends object>(extra: T): T & Preventable {
  const event = {
    ...extra,
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true;
    },
  };
  return event;
}

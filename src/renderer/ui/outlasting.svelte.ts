/**
 * Makes a state that outlasts the component which first asks for it. What is derived while a component is set up ends
 * with that component, and keeps the value that it had then.
 */
export function outlasting<T>(make: () => T): T {
  const made: T[] = [];
  $effect.root(() => void made.push(make()));
  const [state] = made;
  return state as T;
}

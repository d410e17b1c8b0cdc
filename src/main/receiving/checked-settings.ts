import type { BookSettings, TrolleySettings } from '../../contract/trolley.ts';
import { FormValidation, requiredChoice } from '../forms/fields.ts';
import { receiveDate } from './receipt.ts';

/** Settings that books can be received with. Throws with every field that is not: date, department, work order, status. */
export function checkedSettings<S extends BookSettings | TrolleySettings>(settings: S, now: Date): S {
  const { mode, date, confirmedFuture, department, departmentLibrary, workOrderType, status } = settings;
  if (mode === 'look') return settings;
  const form = new FormValidation();
  if (date.trim() !== '') form.check(() => receiveDate(date, now, confirmedFuture), '');
  form.check(() => requiredChoice('department', department), '');
  // A department is sent with its library, always.
  form.check(() => requiredChoice('department', departmentLibrary), '');
  if (mode === 'keep') {
    form.check(() => requiredChoice('workOrder', workOrderType), '');
    form.check(() => requiredChoice('status', status), '');
  }
  form.throwIfInvalid();
  return { ...settings, date: date.trim() };
}

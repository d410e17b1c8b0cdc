/** The library's number in its barcodes. */
const INSTITUTION = '1234';

/** A 14-digit barcode as libraries print them: 2 for a patron or 3 for an item, the institution, a number, a check digit. */
export function barcodeOf(kind: 'patron' | 'item', number: number): string {
  const digits = `${kind === 'patron' ? '2' : '3'}${INSTITUTION}${String(number).padStart(8, '0')}`;
  return `${digits}${checkDigit(digits)}`;
}

/** The mod-10 (Luhn) digit that makes a misread digit, or two exchanged ones, show. */
function checkDigit(digits: string): number {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return (10 - (sum % 10)) % 10;
}

/** The ISBN of a made-up title, in 13 digits with the check digit of an EAN: the same for the same record. */
export function isbnOf(mmsId: string): string {
  const digits = `978${mmsId.replaceAll(/\D/g, '').slice(-9).padStart(9, '0')}`;
  const sum = Array.from(digits, Number).reduce((all, digit, at) => all + digit * (at % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

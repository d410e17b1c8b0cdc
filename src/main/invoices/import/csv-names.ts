import type { ImportField } from '../../../contract/invoice-import.ts';

/** What vendors call the columns of their invoices, without spaces and signs, in English, German, French and Hebrew. */
const names: Readonly<Record<ImportField, readonly string[]>> = {
  number: [
    'invoicenumber',
    'invoiceno',
    'invoice',
    'rechnungsnummer',
    'rechnungsnr',
    'numerodefacture',
    'facture',
    'חשבונית',
    'מספרחשבונית',
  ],
  date: ['invoicedate', 'date', 'rechnungsdatum', 'datum', 'datedefacture', 'תאריך', 'תאריךחשבונית'],
  due: ['duedate', 'paymentdue', 'fallig', 'falligkeit', 'echeance', 'לתשלוםעד'],
  vendor: ['vendor', 'vendorcode', 'supplier', 'suppliercode', 'lieferant', 'fournisseur', 'ספק', 'קודספק'],
  account: ['account', 'vendoraccount', 'customernumber', 'kundennummer', 'compte', 'מספרלקוח'],
  currency: ['currency', 'wahrung', 'devise', 'monnaie', 'מטבע'],
  total: [
    'invoicetotal',
    'totalamount',
    'grandtotal',
    'gesamtbetrag',
    'rechnungsbetrag',
    'totalfacture',
    'סההכללתשלום',
    'סכוםחשבונית',
  ],
  shipment: [
    'shipping',
    'shipment',
    'postage',
    'freight',
    'delivery',
    'versand',
    'porto',
    'fraisdeport',
    'משלוח',
  ],
  overhead: ['overhead', 'handling', 'servicecharge', 'bearbeitungsgebuhr', 'fraisdetraitement', 'דמיטיפול'],
  insurance: ['insurance', 'versicherung', 'assurance', 'ביטוח'],
  discount: ['invoicediscount', 'rechnungsrabatt', 'remiseglobale', 'הנחהכללית'],
  vatTotal: ['totalvat', 'invoicevat', 'totaltax', 'mwstgesamt', 'tvatotale', 'סההכמעמ'],
  pol: [
    'pol',
    'orderline',
    'orderlinenumber',
    'poline',
    'polinenumber',
    'yourreference',
    'yourref',
    'bestellposition',
    'ihrezeichen',
    'bestellnummer',
    'lignedecommande',
    'votrereference',
    'שורתהזמנה',
    'מספרהזמנה',
  ],
  isbn: ['isbn', 'isbn13', 'isbn10', 'ean', 'ean13', 'barcode', 'מסתב'],
  title: ['title', 'description', 'titel', 'bezeichnung', 'titre', 'designation', 'כותר', 'שםהספר', 'תיאור'],
  reference: [
    'vendorreference',
    'ourreference',
    'suppliersreference',
    'unserzeichen',
    'notrereference',
    'itemnumber',
    'מקט',
  ],
  quantity: ['quantity', 'qty', 'copies', 'menge', 'anzahl', 'quantite', 'qte', 'כמות'],
  price: [
    'price',
    'unitprice',
    'netprice',
    'preis',
    'einzelpreis',
    'stuckpreis',
    'prix',
    'prixunitaire',
    'מחיר',
    'מחירליחידה',
  ],
  amount: [
    'amount',
    'linetotal',
    'lineamount',
    'total',
    'net',
    'netamount',
    'betrag',
    'gesamt',
    'summe',
    'gesamtpreis',
    'montant',
    'סכום',
    'סההכ',
    'סכוםשורה',
  ],
  vat: ['vat', 'vatamount', 'tax', 'taxamount', 'mwst', 'ust', 'tva', 'מעמ'],
  fund: ['fund', 'fundcode', 'budget', 'etat', 'קרן', 'תקציב'],
  from: ['from', 'startdate', 'subscriptionfrom', 'von', 'beginn', 'du', 'מתאריך'],
  to: ['to', 'enddate', 'subscriptionto', 'bis', 'ende', 'au', 'עדתאריך'],
  note: ['note', 'notes', 'comment', 'remark', 'bemerkung', 'hinweis', 'remarque', 'הערה', 'הערות'],
};

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]/gu, '');

const fieldOfName = new Map(
  (Object.keys(names) as ImportField[]).flatMap((field) =>
    names[field].map((name) => [plain(name), field] as const),
  ),
);

/** What a column is, by its name; `''` where the name does not say. The first of two columns of a name is taken. */
export function fieldsOfNames(columns: readonly string[]): (ImportField | '')[] {
  const used = new Set<ImportField>();
  return columns.map((name) => {
    const field = fieldOfName.get(plain(name));
    if (field === undefined || used.has(field)) return '';
    used.add(field);
    return field;
  });
}

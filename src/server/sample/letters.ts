import type { ConfigEntry } from './configuration.ts';

const texts = [
  {
    code: 'FulReasourceRequestSlipLetter',
    name: 'Hold Shelf Slip',
    description: 'Goes into a book that waits on the hold shelf',
    channel: 'PRINT',
    subject: 'On hold for {patron}',
    body: 'Please keep this item on the hold shelf until {date}.',
  },
  {
    code: 'FulTransitSlipLetter',
    name: 'Transit Slip',
    description: 'Goes with a book that is sent to another library',
    channel: 'PRINT',
    subject: 'In transit to {library}',
    body: 'Please send this item to {library}.',
  },
  {
    code: 'FulLoanReceiptLetter',
    name: 'Loan Receipt',
    description: 'What a patron borrowed, with due dates',
    channel: 'EMAIL',
    subject: 'What you borrowed today',
    body: 'You have borrowed:',
  },
  {
    code: 'OverdueAndLostLoanLetter',
    name: 'Overdue Notice',
    description: 'Reminds a patron of what is overdue',
    channel: 'EMAIL',
    subject: 'Overdue: please return',
    body: 'These items were due & are still with you:',
  },
] as const;

/** The letters of the practice library. Source: Configuration objects. */
export function letters(): ConfigEntry[] {
  return texts.map(({ code, name, ...text }) => ({
    kind: 'letter',
    scope: '',
    code,
    doc: {
      code,
      letter_name: name,
      enabled: 'true',
      customized: 'false',
      ...text,
      letter_template_xsl: template(name, text.body),
      link: `/conf/letters/${code}`,
    },
  }));
}

function template(title: string, body: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:template match="/">
    <html>
      <head><title>${title}</title></head>
      <body>
        <p>${body.replaceAll('&', '&amp;')}</p>
        <xsl:for-each select="notification_data/items/item"><p><xsl:value-of select="title"/></p></xsl:for-each>
      </body>
    </html>
  </xsl:template>
</xsl:stylesheet>
`;
}

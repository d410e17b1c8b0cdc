/**
 * What a letter is made of in its preview: a made-up patron with made-up books, under the names that letters of such
 * services commonly read. Assumption: the description does not show the data of a letter. It can be edited on screen.
 */
export const sampleData = `<?xml version="1.0" encoding="UTF-8"?>
<notification_data>
  <general_data>
    <current_date>2026-02-03</current_date>
    <letter_type>SampleLetter</letter_type>
  </general_data>
  <organization_unit>
    <name>Main Library</name>
    <email>desk@example.org</email>
    <phone>000 000 000</phone>
  </organization_unit>
  <receivers>
    <receiver>
      <user>
        <first_name>Robin</first_name>
        <last_name>Example</last_name>
      </user>
      <preferred_language>en</preferred_language>
    </receiver>
  </receivers>
  <request>
    <title>A Book on Request</title>
    <work_flow_entity><expiration_date>2026-02-17</expiration_date></work_flow_entity>
  </request>
  <items>
    <item>
      <title>The First Sample Book</title>
      <author>Alex Author</author>
      <barcode>0000000001</barcode>
      <due_date>2026-01-20</due_date>
    </item>
    <item>
      <title>The Second Sample Book &amp; Its Sequel</title>
      <author>Kim Writer</author>
      <barcode>0000000002</barcode>
      <due_date>2026-01-27</due_date>
    </item>
  </items>
  <total_fines_amount>12.50</total_fines_amount>
</notification_data>
`;

import type { Knex } from "knex";

/**
 * The texts of agreements, as they were when somebody accepted them. The check makes sure that a
 * stored text never changes: its key is its hash. Acceptances from before have no text.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table agreement_texts (
      hash text primary key check (hash = encode(sha256(convert_to(text, 'UTF8')), 'hex')),
      brand text not null,
      version text not null,
      text text not null,
      first_accepted_at timestamptz not null
    );
    comment on table agreement_texts is
      'The texts of agreements that somebody accepted, each under its own hash.';
    comment on column agreement_texts.hash is 'SHA-256 of the text in UTF-8, in hexadecimal digits.';
    comment on column agreement_texts.text is 'JSON: the brand''s name and the parts of the document.';

    alter table agreements add column text_hash text references agreement_texts;
    comment on column agreements.text_hash is
      'The accepted text. Null for acceptances that an earlier release or another system recorded.';
    create index agreements_text on agreements (text_hash);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table agreements drop column text_hash;
    drop table agreement_texts;
  `);
}

/** People and groups. See ../concepts.ts for the format. */
export const PEOPLE = `
[people person]
staff worker employee crew team personnel attendant assistant | staf pekerja kakitangan pembantu krew
owner boss founder manager in_charge pic supervisor | pemilik tauke bos pengurus towkay pengasas tuan_punya penyelia
customer client | pelanggan customer klien
friend friends buddy | kawan rakan member_kawan
family parents mum mom mother dad father wife husband spouse grandmother grandma auntie sister brother | keluarga famili mak ibu ayah bapa isteri suami nenek atuk adik abang kakak bini laki ibu_bapa mak_ayah
child kid kids children toddler boy girl son daughter little_one young | anak kanak-kanak budak budak-budak anak_kecil bebudak kanak
baby infant newborn months_old | bayi baby anak_bayi
teenager teen youth | remaja belia
adult grown-up grownups | dewasa orang_dewasa
elderly old_people old_folks grandparents senior_person aged_parent | orang_tua warga_tua orang_tua-tua
woman women female ladies lady girls_only muslimah ladies-only hijab | perempuan wanita muslimah akak_akak tudung
man men male gents guy | lelaki jantan
pregnant pregnancy expecting maternity mum-to-be | mengandung hamil pregnant ibu_mengandung kehamilan
breastfeeding breastfeed nursing | menyusu menyusukan
couple pair two_of_us | pasangan berdua pengantin
group big_group team_group batch crowd large_group | kumpulan ramai rombongan berkumpulan
person pax people persons guest guests how_many_people attendee headcount heads | orang tetamu pax org jemputan hadirin
capacity fit accommodate hold_people max_pax sleeps seater feed feeds serve serves suitable_for enough_for | muat kapasiti boleh_muat sesuai_untuk cukup_untuk tampung
company corporate business_client b2b organisation government | syarikat korporat organisasi kerajaan jabatan
individual personal one_to_one one-to-one private_session 1_to_1 | individu persendirian seorang_sahaja peribadi
foreigner tourist non_malaysian passport_holder expat | warga_asing pelancong orang_asing
muslim islam islamic syariah shariah-compliant | islam muslim patuh_syariah
vegetarian_person | orang_vegetarian
beginner newbie first_timer novice first_time never_tried zero_experience no_experience | baru_belajar pemula baru pertama_kali tak_pernah
expert professional specialist experienced trained qualified skilled certified_person | pakar profesional berpengalaman bertauliah terlatih mahir
doctor dr physician | doktor
dentist | doktor_gigi
nurse | jururawat misi
technician mechanic handyman installer electrician plumber contractor | juruteknik mekanik tukang kontraktor foreman
teacher tutor instructor coach trainer lecturer ustaz ustazah cikgu | guru cikgu pengajar jurulatih tenaga_pengajar ustaz ustazah
driver chauffeur rider | pemandu
photographer videographer cameraman | jurugambar jurufoto
chef cook baker | tukang_masak chef
stylist barber hairdresser makeup_artist mua | tukang_gunting mak_andam jurusolek
tailor seamstress | tukang_jahit
guide tour_guide mutawwif | pemandu_pelancong mutawif
cleaner maid helper | pembantu_rumah pencuci tukang_cuci
guard security_guard | pengawal
accountant | akauntan
lawyer solicitor | peguam
who which_person whose | siapa oleh_siapa
language speak | bahasa > english=inggeris=bahasa_inggeris malay=melayu=bahasa_melayu mandarin=chinese=cina=bahasa_cina tamil cantonese hokkien
job vacancy hiring career work_with_you internship intern part_time recruit hire_staff | kerja_kosong jawatan_kosong kerja jawatan pekerjaan praktikal latihan_industri intern ambil_pekerja
`;

/** People and groups. See ../concepts.ts for the format. */
export const PEOPLE = `
[people person]
staff worker employee crew team personnel attendant assistant employees workers helpers team_members crew_members | staf pekerja kakitangan pembantu krew pekerja-pekerja abang_pekerja pembantu_kedai
owner boss founder manager in_charge pic supervisor who_owns person_in_charge proprietor | pemilik tauke bos pengurus towkay pengasas tuan_punya penyelia empunya taukeh
customer client | pelanggan customer klien
friend friends buddy | kawan rakan member_kawan
family parents mum mom mother dad father wife husband spouse grandmother grandma auntie sister brother | keluarga famili mak ibu ayah bapa isteri suami nenek atuk adik abang kakak bini laki ibu_bapa mak_ayah
child kid kids children toddler boy girl son daughter little_one young little_ones my_son my_daughter my_kid small_kids school-age youngsters juniors primary_schooler | anak kanak-kanak budak budak-budak anak_kecil bebudak kanak anak2 budak2 anak_saya budak_kecik anak_kecik kanak2
baby infant newborn months_old babies newborns infants month-old | bayi baby anak_bayi baby_baru_lahir anak_kecil_bayi
teenager teen youth | remaja belia
adult grown-up grownups | dewasa orang_dewasa
elderly old_people old_folks grandparents senior_person aged_parent senior_citizens seniors warga_emas aged grandma_grandpa old_folk pensioner retiree oldies | orang_tua warga_tua orang_tua-tua warga_emas orang_tua2 orang_berumur pesara
woman women female ladies lady girls_only muslimah ladies-only hijab | perempuan wanita muslimah akak_akak tudung
man men male gents guy | lelaki jantan
pregnant pregnancy expecting maternity mum-to-be | mengandung hamil pregnant ibu_mengandung kehamilan
breastfeeding breastfeed nursing | menyusu menyusukan
couple pair two_of_us | pasangan berdua pengantin
group big_group team_group batch crowd large_group groups school_trip bus_load family_of | kumpulan ramai rombongan berkumpulan berombongan geng satu_geng beramai-ramai
person pax people persons guest guests how_many_people attendee headcount heads | orang tetamu pax org jemputan hadirin
capacity fit accommodate hold_people max_pax sleeps seater feed feeds serve serves suitable_for enough_for how_many_can_fit can_fit seating_capacity accommodates sleep_how_many max_people max_capacity maximum_people squeeze | muat kapasiti boleh_muat sesuai_untuk cukup_untuk tampung muat_berapa berapa_orang_boleh had_orang maksimum_orang cukup_ke_untuk
company corporate business_client b2b organisation government corporates organisations our_office firm business_customers b2b_order | syarikat korporat organisasi kerajaan jabatan pejabat_kami syarikat_kami agensi_kerajaan
individual personal one_to_one one-to-one private_session 1_to_1 | individu persendirian seorang_sahaja peribadi
foreigner tourist non_malaysian passport_holder expat | warga_asing pelancong orang_asing
muslim islam islamic syariah shariah-compliant | islam muslim patuh_syariah
vegetarian_person | orang_vegetarian
beginner newbie first_timer novice first_time never_tried zero_experience no_experience never_done_before complete_beginner absolute_beginner newbies starting_out zero_basic no_basic | baru_belajar pemula baru pertama_kali tak_pernah tak_reti tak_pandai tiada_asas zero_basic baru_nak_belajar tak_ada_asas
expert professional specialist experienced trained qualified skilled certified_person experts qualifications_of certified_trainer well-trained | pakar profesional berpengalaman bertauliah terlatih mahir pakar_bertauliah orang_berpengalaman
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
job vacancy hiring career work_with_you internship intern part_time recruit hire_staff vacancies job_vacancy openings hiring_now looking_for_staff any_job apply_for_job work_for_you employment | kerja_kosong jawatan_kosong kerja jawatan pekerjaan praktikal latihan_industri intern ambil_pekerja ada_kerja nak_kerja cari_kerja cari_pekerja kosong_jawatan mohon_kerja minta_kerja
`;

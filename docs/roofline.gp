set terminal svg noenhanced size 720,480 font 'Helvetica,Arial,sans-serif,13' background 'white'
set output 'roofline.svg'
# Roofline of NVIDIA H200 SXM 141GB
# Every number of the picture stands in the data below; the commands only draw.
# title Roofline of NVIDIA H200 SXM 141GB
# description Floating-point rate against computational intensity, both logarithmic: 7 roofs, 27 points.

# roofs, what joins points, what leads to labels: FLOP/B and FLOP/s of both ends, one block each
$lines << EOD
# NVIDIA H200 SXM 141GB: DRAM 4.8 TB/s; meets the highest peak, 1.071 PFLOP/s, at 223 FLOP/B
0.05 240000000000
223.0272 1.07053056e+15


# NVIDIA H200 SXM 141GB: L2 measured 8.75 TB/s; meets the highest peak, 1.071 PFLOP/s, at 122.3 FLOP/B
0.05 437500000000
122.34634971428571 1.07053056e+15


# NVIDIA H200 SXM 141GB: L1, shared memory 33.45 TB/s; meets the highest peak, 1.071 PFLOP/s, at 32 FLOP/B
0.05 1672704000000
32 1.07053056e+15


# NVIDIA H200 SXM 141GB: FP32 without FMA, FP64 33.45 TFLOP/s
1 33454080000000
5000 33454080000000


# NVIDIA H200 SXM 141GB: FP32 66.91 TFLOP/s
2 66908160000000
5000 66908160000000


# NVIDIA H200 SXM 141GB: FP16 133.8 TFLOP/s
4 133816320000000
5000 133816320000000


# NVIDIA H200 SXM 141GB: FP16 tensor 1.071 PFLOP/s
32 1.07053056e+15
5000 1.07053056e+15


0.4995121951219512 5148781041647.665
4.53871843780833 5148781041647.665


4.53871843780833 5148781041647.665
255.89847777676093 5148781041647.665


0.4995121951219512 5161426242116.598
4.0663674393279345 5161426242116.598


4.0663674393279345 5161426242116.598
255.82043853496387 5161426242116.598


255.89847777676093 5148781041647.665
255.82043853496387 5161426242116.598


3.9689922480620154 8122714794180.26
4.714831274417868 8122714794180.26


4.714831274417868 8122714794180.26
255.89847777676093 8122714794180.26


3.9689922480620154 7756008552441.49
4.879469678246933 7756008552441.49


4.879469678246933 7756008552441.49
255.8672563672411 7756008552441.49


255.89847777676093 8122714794180.26
255.8672563672411 7756008552441.49


0.18183836589698046 1229747662351.674
0.36364543268197713 1229747662351.674


0.36364543268197713 1229747662351.674
0.51693680181787 1229747662351.674


0.18183836589698046 1159202613023.6416
0.2572030157787043 1159202613023.6416


0.2572030157787043 1159202613023.6416
0.515160959526946 1159202613023.6416


0.51693680181787 1229747662351.674
0.515160959526946 1159202613023.6416


0.16666666666666666 599079924715.811
0.16666666666666666 599079924715.811


0.16666666666666666 599079924715.811
0.18546331659766868 599079924715.811


2.6528497409326426 18750079975318.586
13.852248173295905 18750079975318.586


13.852248173295905 18750079975318.586
511.5628735211611 18750079975318.586


2.6528497409326426 16565999506294.742
12.574337873362602 16565999506294.742


12.574337873362602 16565999506294.742
511.15763816952045 16565999506294.742


511.5628735211611 18750079975318.586
511.15763816952045 16565999506294.742
EOD

# kernels, a point for each level of memory: FLOP/B, FLOP/s, least and most FLOP/s measured
$points << EOD
# naive_mm n=1024 BLOCK_X=16 BLOCK_Y=16 on h200, L1: 0.4995 FLOP/B, predicted 5.149 TFLOP/s, 30.8 % of the 16.71 TFLOP/s attainable there; held by shared memory and L1 data banks
0.4995121951219512 5148781041647.665 5148781041647.665 5148781041647.665
# naive_mm n=1024 BLOCK_X=16 BLOCK_Y=16 on h200, L2: 4.539 FLOP/B, predicted 5.149 TFLOP/s, 13 % of the 39.71 TFLOP/s attainable there; held by shared memory and L1 data banks
4.53871843780833 5148781041647.665 5148781041647.665 5148781041647.665
# naive_mm n=1024 BLOCK_X=16 BLOCK_Y=16 on h200, DRAM: 255.9 FLOP/B, predicted 5.149 TFLOP/s, 7.7 % of the 66.91 TFLOP/s attainable there; held by shared memory and L1 data banks
255.89847777676093 5148781041647.665 5148781041647.665 5148781041647.665
# naive_mm n=1024 BLOCK_X=16 BLOCK_Y=16 on h200, L1: 0.4995 FLOP/B, measured 5.161 TFLOP/s, 30.9 % of the 16.71 TFLOP/s attainable there, spread 0.85 %, by its counters
0.4995121951219512 5161426242116.598 5118126888638.715 5205091908124.903
# naive_mm n=1024 BLOCK_X=16 BLOCK_Y=16 on h200, L2: 4.066 FLOP/B, measured 5.161 TFLOP/s, 14.5 % of the 35.58 TFLOP/s attainable there, spread 0.85 %, by its counters
4.0663674393279345 5161426242116.598 5118126888638.715 5205091908124.903
# naive_mm n=1024 BLOCK_X=16 BLOCK_Y=16 on h200, DRAM: 255.8 FLOP/B, measured 5.161 TFLOP/s, 7.71 % of the 66.91 TFLOP/s attainable there, spread 0.85 %, by its counters
255.82043853496387 5161426242116.598 5118126888638.715 5205091908124.903
# tiled_mm n=1024 TILE=16 on h200, L1: 3.969 FLOP/B, predicted 8.123 TFLOP/s, 12.1 % of the 66.91 TFLOP/s attainable there; held by shared memory and L1 data banks
3.9689922480620154 8122714794180.26 8122714794180.26 8122714794180.26
# tiled_mm n=1024 TILE=16 on h200, L2: 4.715 FLOP/B, predicted 8.123 TFLOP/s, 19.7 % of the 41.25 TFLOP/s attainable there; held by shared memory and L1 data banks
4.714831274417868 8122714794180.26 8122714794180.26 8122714794180.26
# tiled_mm n=1024 TILE=16 on h200, DRAM: 255.9 FLOP/B, predicted 8.123 TFLOP/s, 12.1 % of the 66.91 TFLOP/s attainable there; held by shared memory and L1 data banks
255.89847777676093 8122714794180.26 8122714794180.26 8122714794180.26
# tiled_mm n=1024 TILE=16 on h200, L1: 3.969 FLOP/B, measured 7.756 TFLOP/s, 11.6 % of the 66.91 TFLOP/s attainable there, spread 0.3 %, by its counters
3.9689922480620154 7756008552441.49 7732810122075.266 7779276578098.813
# tiled_mm n=1024 TILE=16 on h200, L2: 4.879 FLOP/B, measured 7.756 TFLOP/s, 18.2 % of the 42.7 TFLOP/s attainable there, spread 0.3 %, by its counters
4.879469678246933 7756008552441.49 7732810122075.266 7779276578098.813
# tiled_mm n=1024 TILE=16 on h200, DRAM: 255.9 FLOP/B, measured 7.756 TFLOP/s, 11.6 % of the 66.91 TFLOP/s attainable there, spread 0.3 %, by its counters
255.8672563672411 7756008552441.49 7732810122075.266 7779276578098.813
# stencil_2d width=8192 height=8192 BLOCK_X=32 BLOCK_Y=8 on h200, L1: 0.1818 FLOP/B, predicted 1.23 TFLOP/s, 20.2 % of the 6.083 TFLOP/s attainable there; held by starting the blocks and running the last
0.18183836589698046 1229747662351.674 1229747662351.674 1229747662351.674
# stencil_2d width=8192 height=8192 BLOCK_X=32 BLOCK_Y=8 on h200, L2: 0.3636 FLOP/B, predicted 1.23 TFLOP/s, 38.6 % of the 3.182 TFLOP/s attainable there; held by starting the blocks and running the last
0.36364543268197713 1229747662351.674 1229747662351.674 1229747662351.674
# stencil_2d width=8192 height=8192 BLOCK_X=32 BLOCK_Y=8 on h200, DRAM: 0.5169 FLOP/B, predicted 1.23 TFLOP/s, 49.6 % of the 2.481 TFLOP/s attainable there; held by starting the blocks and running the last
0.51693680181787 1229747662351.674 1229747662351.674 1229747662351.674
# stencil_2d width=8192 height=8192 BLOCK_X=32 BLOCK_Y=8 on h200, L1: 0.1818 FLOP/B, measured 1.159 TFLOP/s, 19.1 % of the 6.083 TFLOP/s attainable there, spread 0.43 %, by its counters
0.18183836589698046 1159202613023.6416 1154250876762.3313 1164175592233.513
# stencil_2d width=8192 height=8192 BLOCK_X=32 BLOCK_Y=8 on h200, L2: 0.2572 FLOP/B, measured 1.159 TFLOP/s, 51.5 % of the 2.251 TFLOP/s attainable there, spread 0.43 %, by its counters
0.2572030157787043 1159202613023.6416 1154250876762.3313 1164175592233.513
# stencil_2d width=8192 height=8192 BLOCK_X=32 BLOCK_Y=8 on h200, DRAM: 0.5152 FLOP/B, measured 1.159 TFLOP/s, 46.9 % of the 2.473 TFLOP/s attainable there, spread 0.43 %, by its counters
0.515160959526946 1159202613023.6416 1154250876762.3313 1164175592233.513
# saxpy n=16777216 BLOCK=256 on h200, L1: 0.1667 FLOP/B, predicted 599.1 GFLOP/s, 10.7 % of the 5.576 TFLOP/s attainable there; held by writing into L2, by stores and from DRAM
0.16666666666666666 599079924715.811 599079924715.811 599079924715.811
# saxpy n=16777216 BLOCK=256 on h200, L2: 0.1667 FLOP/B, predicted 599.1 GFLOP/s, 41.1 % of the 1.458 TFLOP/s attainable there; held by writing into L2, by stores and from DRAM
0.16666666666666666 599079924715.811 599079924715.811 599079924715.811
# saxpy n=16777216 BLOCK=256 on h200, DRAM: 0.1855 FLOP/B, predicted 599.1 GFLOP/s, 67.3 % of the 890.2 GFLOP/s attainable there; held by writing into L2, by stores and from DRAM
0.18546331659766868 599079924715.811 599079924715.811 599079924715.811
# mma_mm n=1024 WARPS=4 on h200, L1: 2.653 FLOP/B, predicted 18.75 TFLOP/s, 21.1 % of the 88.75 TFLOP/s attainable there; held by shared memory and L1 data banks
2.6528497409326426 18750079975318.586 18750079975318.586 18750079975318.586
# mma_mm n=1024 WARPS=4 on h200, L2: 13.85 FLOP/B, predicted 18.75 TFLOP/s, 15.5 % of the 121.2 TFLOP/s attainable there; held by shared memory and L1 data banks
13.852248173295905 18750079975318.586 18750079975318.586 18750079975318.586
# mma_mm n=1024 WARPS=4 on h200, DRAM: 511.6 FLOP/B, predicted 18.75 TFLOP/s, 1.75 % of the 1.071 PFLOP/s attainable there; held by shared memory and L1 data banks
511.5628735211611 18750079975318.586 18750079975318.586 18750079975318.586
# mma_mm n=1024 WARPS=4 on h200, L1: 2.653 FLOP/B, measured 16.57 TFLOP/s, 18.7 % of the 88.75 TFLOP/s attainable there, spread 5.3 %, by its counters
2.6528497409326426 16565999506294.742 15730699369760.463 17445654080078.992
# mma_mm n=1024 WARPS=4 on h200, L2: 12.57 FLOP/B, measured 16.57 TFLOP/s, 15.1 % of the 110 TFLOP/s attainable there, spread 5.3 %, by its counters
12.574337873362602 16565999506294.742 15730699369760.463 17445654080078.992
# mma_mm n=1024 WARPS=4 on h200, DRAM: 511.2 FLOP/B, measured 16.57 TFLOP/s, 1.55 % of the 1.071 PFLOP/s attainable there, spread 5.3 %, by its counters
511.15763816952045 16565999506294.742 15730699369760.463 17445654080078.992
EOD

set lmargin at screen 0.19009
set rmargin at screen 0.97188
set bmargin at screen 0.12375
set tmargin at screen 0.88469
unset key
set border 3
set grid xtics ytics linecolor '#d8d8d8' linewidth 0.7 dashtype 1
set logscale x
set xrange [0.05:5000]
set xtics nomirror out ('' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1 0, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1 0, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10 0, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100 0, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '1000' 1000 0, '' 2000 1, '' 3000 1, '' 4000 1, '' 5000 1)
set logscale y
set yrange [2e+11:5e+15]
set ytics nomirror out ('' 2e+11 1, '' 3e+11 1, '' 4e+11 1, '' 5e+11 1, '' 6e+11 1, '' 7e+11 1, '' 8e+11 1, '' 9e+11 1, '1 TFLOP/s' 1e+12 0, '' 2e+12 1, '' 3e+12 1, '' 4e+12 1, '' 5e+12 1, '' 6e+12 1, '' 7e+12 1, '' 8e+12 1, '' 9e+12 1, '10 TFLOP/s' 1e+13 0, '' 2e+13 1, '' 3e+13 1, '' 4e+13 1, '' 5e+13 1, '' 6e+13 1, '' 7e+13 1, '' 8e+13 1, '' 9e+13 1, '100 TFLOP/s' 1e+14 0, '' 2e+14 1, '' 3e+14 1, '' 4e+14 1, '' 5e+14 1, '' 6e+14 1, '' 7e+14 1, '' 8e+14 1, '' 9e+14 1, '1 PFLOP/s' 1e+15 0, '' 2e+15 1, '' 3e+15 1, '' 4e+15 1, '' 5e+15 1)
set label 'Roofline of NVIDIA H200 SXM 141GB' at screen 0.01875, screen 0.96906 left textcolor rgb '#000000' front
set label 'at DRAM' at screen 0.04313, screen 0.92406 left textcolor rgb '#4d4d4d' front
set label 'at L2' at screen 0.17310, screen 0.92406 left textcolor rgb '#4d4d4d' front
set label 'at L1' at screen 0.26300, screen 0.92406 left textcolor rgb '#4d4d4d' front
set label 'predicted' at screen 0.35290, screen 0.92406 left textcolor rgb '#4d4d4d' front
set label 'measured' at screen 0.48412, screen 0.92406 left textcolor rgb '#4d4d4d' front
set label 'DRAM' at first 36.2889, first 2.32409e+14 center rotate by 36.42 textcolor rgb '#4d4d4d' front
set label 'L2 measured' at first 27.6899, first 3.51503e+14 center rotate by 36.42 textcolor rgb '#4d4d4d' front
set label 'L1, shared memory 33.45 TB/s' at first 0.325509, first 1.57983e+13 center rotate by 36.42 textcolor rgb '#4d4d4d' front
set label 'FP32 without FMA, FP64 33.45 TFLOP/s' at first 237.561, first 4.51327e+13 center textcolor rgb '#4d4d4d' front
set label 'FP32 66.91 TFLOP/s' at first 977.293, first 9.02653e+13 center textcolor rgb '#4d4d4d' front
set label 'FP16 133.8 TFLOP/s' at first 977.293, first 1.80531e+14 center textcolor rgb '#4d4d4d' front
set label 'FP16 tensor 1.071 PFLOP/s' at first 591.921, first 1.44424e+15 center textcolor rgb '#4d4d4d' front
set label 'naive_mm' at first 327.991, first 5.16143e+12 left textcolor rgb '#000000' front
set label 'tiled_mm' at first 328.051, first 7.75601e+12 left textcolor rgb '#0063a6' front
set label 'stencil_2d' at first 0.660494, first 1.1592e+12 left textcolor rgb '#c04a00' front
set label 'saxpy' at first 0.237785, first 5.9908e+11 left textcolor rgb '#007a58' front
set label 'mma_mm' at first 655.362, first 1.6566e+13 left textcolor rgb '#99307f' front
set label 'computational intensity, FLOP/B' at screen 0.58098, screen 0.03094 center textcolor rgb '#000000' front
set label 'floating-point rate' at screen 0.02063, screen 0.50422 center rotate by 90.00 textcolor rgb '#000000' front
set label '' at screen 0.02813, screen 0.92406 point pointtype 7 pointsize 0.8 linecolor rgb '#4d4d4d'
set label '' at screen 0.15810, screen 0.92406 point pointtype 5 pointsize 0.8 linecolor rgb '#4d4d4d'
set label '' at screen 0.24800, screen 0.92406 point pointtype 9 pointsize 0.8 linecolor rgb '#4d4d4d'
set label '' at screen 0.33790, screen 0.92406 point pointtype 7 pointsize 0.8 linecolor rgb '#4d4d4d'
set label '' at screen 0.46912, screen 0.92406 point pointtype 6 pointsize 0.8 linecolor rgb '#4d4d4d'

plot $lines index 0 using 1:2 with lines linewidth 1.8 dashtype 1 linecolor rgb '#4d4d4d' notitle, \
     $lines index 0 using 1:2 with lines linewidth 9 linecolor rgb '#ff000000' notitle, \
     $lines index 1 using 1:2 with lines linewidth 1.8 dashtype 1 linecolor rgb '#4d4d4d' notitle, \
     $lines index 1 using 1:2 with lines linewidth 9 linecolor rgb '#ff000000' notitle, \
     $lines index 2 using 1:2 with lines linewidth 1.8 dashtype 1 linecolor rgb '#4d4d4d' notitle, \
     $lines index 2 using 1:2 with lines linewidth 9 linecolor rgb '#ff000000' notitle, \
     $lines index 3 using 1:2 with lines linewidth 1.3 dashtype 1 linecolor rgb '#4d4d4d' notitle, \
     $lines index 3 using 1:2 with lines linewidth 9 linecolor rgb '#ff000000' notitle, \
     $lines index 4 using 1:2 with lines linewidth 1.3 dashtype 1 linecolor rgb '#4d4d4d' notitle, \
     $lines index 4 using 1:2 with lines linewidth 9 linecolor rgb '#ff000000' notitle, \
     $lines index 5 using 1:2 with lines linewidth 1.3 dashtype 1 linecolor rgb '#4d4d4d' notitle, \
     $lines index 5 using 1:2 with lines linewidth 9 linecolor rgb '#ff000000' notitle, \
     $lines index 6 using 1:2 with lines linewidth 1.3 dashtype 1 linecolor rgb '#4d4d4d' notitle, \
     $lines index 6 using 1:2 with lines linewidth 9 linecolor rgb '#ff000000' notitle, \
     $lines index 7 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#000000' notitle, \
     $lines index 8 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#000000' notitle, \
     $lines index 9 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#000000' notitle, \
     $lines index 10 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#000000' notitle, \
     $lines index 11 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#000000' notitle, \
     $lines index 12 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#0063a6' notitle, \
     $lines index 13 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#0063a6' notitle, \
     $lines index 14 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#0063a6' notitle, \
     $lines index 15 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#0063a6' notitle, \
     $lines index 16 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#0063a6' notitle, \
     $lines index 17 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#c04a00' notitle, \
     $lines index 18 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#c04a00' notitle, \
     $lines index 19 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#c04a00' notitle, \
     $lines index 20 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#c04a00' notitle, \
     $lines index 21 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#c04a00' notitle, \
     $lines index 22 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#007a58' notitle, \
     $lines index 23 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#007a58' notitle, \
     $lines index 24 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#99307f' notitle, \
     $lines index 25 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#99307f' notitle, \
     $lines index 26 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#99307f' notitle, \
     $lines index 27 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#99307f' notitle, \
     $lines index 28 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#99307f' notitle, \
     $points every ::0::0 using 1:2 with points pointtype 9 pointsize 1.6 linecolor rgb 'white' notitle, \
     $points every ::0::0 using 1:2 with points pointtype 9 pointsize 1.36 linewidth 1.4 linecolor rgb '#000000' notitle, \
     $points every ::1::1 using 1:2 with points pointtype 5 pointsize 1.24 linecolor rgb 'white' notitle, \
     $points every ::1::1 using 1:2 with points pointtype 5 pointsize 1 linewidth 1.4 linecolor rgb '#000000' notitle, \
     $points every ::2::2 using 1:2 with points pointtype 7 pointsize 1.04 linecolor rgb 'white' notitle, \
     $points every ::2::2 using 1:2 with points pointtype 7 pointsize 0.8 linewidth 1.4 linecolor rgb '#000000' notitle, \
     $points every ::3::3 using 1:2:3:4 with yerrorbars pointtype 0 linewidth 1 linecolor rgb '#000000' notitle, \
     $points every ::3::3 using 1:2 with points pointtype 9 pointsize 1.36 linecolor rgb 'white' notitle, \
     $points every ::3::3 using 1:2 with points pointtype 8 pointsize 1.36 linewidth 1.4 linecolor rgb '#000000' notitle, \
     $points every ::4::4 using 1:2:3:4 with yerrorbars pointtype 0 linewidth 1 linecolor rgb '#000000' notitle, \
     $points every ::4::4 using 1:2 with points pointtype 5 pointsize 1 linecolor rgb 'white' notitle, \
     $points every ::4::4 using 1:2 with points pointtype 4 pointsize 1 linewidth 1.4 linecolor rgb '#000000' notitle, \
     $points every ::5::5 using 1:2:3:4 with yerrorbars pointtype 0 linewidth 1 linecolor rgb '#000000' notitle, \
     $points every ::5::5 using 1:2 with points pointtype 7 pointsize 0.8 linecolor rgb 'white' notitle, \
     $points every ::5::5 using 1:2 with points pointtype 6 pointsize 0.8 linewidth 1.4 linecolor rgb '#000000' notitle, \
     $points every ::6::6 using 1:2 with points pointtype 9 pointsize 1.6 linecolor rgb 'white' notitle, \
     $points every ::6::6 using 1:2 with points pointtype 9 pointsize 1.36 linewidth 1.4 linecolor rgb '#0063a6' notitle, \
     $points every ::7::7 using 1:2 with points pointtype 5 pointsize 1.24 linecolor rgb 'white' notitle, \
     $points every ::7::7 using 1:2 with points pointtype 5 pointsize 1 linewidth 1.4 linecolor rgb '#0063a6' notitle, \
     $points every ::8::8 using 1:2 with points pointtype 7 pointsize 1.04 linecolor rgb 'white' notitle, \
     $points every ::8::8 using 1:2 with points pointtype 7 pointsize 0.8 linewidth 1.4 linecolor rgb '#0063a6' notitle, \
     $points every ::9::9 using 1:2:3:4 with yerrorbars pointtype 0 linewidth 1 linecolor rgb '#0063a6' notitle, \
     $points every ::9::9 using 1:2 with points pointtype 9 pointsize 1.36 linecolor rgb 'white' notitle, \
     $points every ::9::9 using 1:2 with points pointtype 8 pointsize 1.36 linewidth 1.4 linecolor rgb '#0063a6' notitle, \
     $points every ::10::10 using 1:2:3:4 with yerrorbars pointtype 0 linewidth 1 linecolor rgb '#0063a6' notitle, \
     $points every ::10::10 using 1:2 with points pointtype 5 pointsize 1 linecolor rgb 'white' notitle, \
     $points every ::10::10 using 1:2 with points pointtype 4 pointsize 1 linewidth 1.4 linecolor rgb '#0063a6' notitle, \
     $points every ::11::11 using 1:2:3:4 with yerrorbars pointtype 0 linewidth 1 linecolor rgb '#0063a6' notitle, \
     $points every ::11::11 using 1:2 with points pointtype 7 pointsize 0.8 linecolor rgb 'white' notitle, \
     $points every ::11::11 using 1:2 with points pointtype 6 pointsize 0.8 linewidth 1.4 linecolor rgb '#0063a6' notitle, \
     $points every ::12::12 using 1:2 with points pointtype 9 pointsize 1.6 linecolor rgb 'white' notitle, \
     $points every ::12::12 using 1:2 with points pointtype 9 pointsize 1.36 linewidth 1.4 linecolor rgb '#c04a00' notitle, \
     $points every ::13::13 using 1:2 with points pointtype 5 pointsize 1.24 linecolor rgb 'white' notitle, \
     $points every ::13::13 using 1:2 with points pointtype 5 pointsize 1 linewidth 1.4 linecolor rgb '#c04a00' notitle, \
     $points every ::14::14 using 1:2 with points pointtype 7 pointsize 1.04 linecolor rgb 'white' notitle, \
     $points every ::14::14 using 1:2 with points pointtype 7 pointsize 0.8 linewidth 1.4 linecolor rgb '#c04a00' notitle, \
     $points every ::15::15 using 1:2:3:4 with yerrorbars pointtype 0 linewidth 1 linecolor rgb '#c04a00' notitle, \
     $points every ::15::15 using 1:2 with points pointtype 9 pointsize 1.36 linecolor rgb 'white' notitle, \
     $points every ::15::15 using 1:2 with points pointtype 8 pointsize 1.36 linewidth 1.4 linecolor rgb '#c04a00' notitle, \
     $points every ::16::16 using 1:2:3:4 with yerrorbars pointtype 0 linewidth 1 linecolor rgb '#c04a00' notitle, \
     $points every ::16::16 using 1:2 with points pointtype 5 pointsize 1 linecolor rgb 'white' notitle, \
     $points every ::16::16 using 1:2 with points pointtype 4 pointsize 1 linewidth 1.4 linecolor rgb '#c04a00' notitle, \
     $points every ::17::17 using 1:2:3:4 with yerrorbars pointtype 0 linewidth 1 linecolor rgb '#c04a00' notitle, \
     $points every ::17::17 using 1:2 with points pointtype 7 pointsize 0.8 linecolor rgb 'white' notitle, \
     $points every ::17::17 using 1:2 with points pointtype 6 pointsize 0.8 linewidth 1.4 linecolor rgb '#c04a00' notitle, \
     $points every ::18::18 using 1:2 with points pointtype 9 pointsize 1.6 linecolor rgb 'white' notitle, \
     $points every ::18::18 using 1:2 with points pointtype 9 pointsize 1.36 linewidth 1.4 linecolor rgb '#007a58' notitle, \
     $points every ::19::19 using 1:2 with points pointtype 5 pointsize 1.24 linecolor rgb 'white' notitle, \
     $points every ::19::19 using 1:2 with points pointtype 5 pointsize 1 linewidth 1.4 linecolor rgb '#007a58' notitle, \
     $points every ::20::20 using 1:2 with points pointtype 7 pointsize 1.04 linecolor rgb 'white' notitle, \
     $points every ::20::20 using 1:2 with points pointtype 7 pointsize 0.8 linewidth 1.4 linecolor rgb '#007a58' notitle, \
     $points every ::21::21 using 1:2 with points pointtype 9 pointsize 1.6 linecolor rgb 'white' notitle, \
     $points every ::21::21 using 1:2 with points pointtype 9 pointsize 1.36 linewidth 1.4 linecolor rgb '#99307f' notitle, \
     $points every ::22::22 using 1:2 with points pointtype 5 pointsize 1.24 linecolor rgb 'white' notitle, \
     $points every ::22::22 using 1:2 with points pointtype 5 pointsize 1 linewidth 1.4 linecolor rgb '#99307f' notitle, \
     $points every ::23::23 using 1:2 with points pointtype 7 pointsize 1.04 linecolor rgb 'white' notitle, \
     $points every ::23::23 using 1:2 with points pointtype 7 pointsize 0.8 linewidth 1.4 linecolor rgb '#99307f' notitle, \
     $points every ::24::24 using 1:2:3:4 with yerrorbars pointtype 0 linewidth 1 linecolor rgb '#99307f' notitle, \
     $points every ::24::24 using 1:2 with points pointtype 9 pointsize 1.36 linecolor rgb 'white' notitle, \
     $points every ::24::24 using 1:2 with points pointtype 8 pointsize 1.36 linewidth 1.4 linecolor rgb '#99307f' notitle, \
     $points every ::25::25 using 1:2:3:4 with yerrorbars pointtype 0 linewidth 1 linecolor rgb '#99307f' notitle, \
     $points every ::25::25 using 1:2 with points pointtype 5 pointsize 1 linecolor rgb 'white' notitle, \
     $points every ::25::25 using 1:2 with points pointtype 4 pointsize 1 linewidth 1.4 linecolor rgb '#99307f' notitle, \
     $points every ::26::26 using 1:2:3:4 with yerrorbars pointtype 0 linewidth 1 linecolor rgb '#99307f' notitle, \
     $points every ::26::26 using 1:2 with points pointtype 7 pointsize 0.8 linecolor rgb 'white' notitle, \
     $points every ::26::26 using 1:2 with points pointtype 6 pointsize 0.8 linewidth 1.4 linecolor rgb '#99307f' notitle

# hover 1 NVIDIA H200 SXM 141GB: DRAM 4.8 TB/s; meets the highest peak, 1.071 PFLOP/s, at 223 FLOP/B
# hover 2 NVIDIA H200 SXM 141GB: DRAM 4.8 TB/s; meets the highest peak, 1.071 PFLOP/s, at 223 FLOP/B
# hover 3 NVIDIA H200 SXM 141GB: L2 measured 8.75 TB/s; meets the highest peak, 1.071 PFLOP/s, at 122.3 FLOP/B
# hover 4 NVIDIA H200 SXM 141GB: L2 measured 8.75 TB/s; meets the highest peak, 1.071 PFLOP/s, at 122.3 FLOP/B
# hover 5 NVIDIA H200 SXM 141GB: L1, shared memory 33.45 TB/s; meets the highest peak, 1.071 PFLOP/s, at 32 FLOP/B
# hover 6 NVIDIA H200 SXM 141GB: L1, shared memory 33.45 TB/s; meets the highest peak, 1.071 PFLOP/s, at 32 FLOP/B
# hover 7 NVIDIA H200 SXM 141GB: FP32 without FMA, FP64 33.45 TFLOP/s
# hover 8 NVIDIA H200 SXM 141GB: FP32 without FMA, FP64 33.45 TFLOP/s
# hover 9 NVIDIA H200 SXM 141GB: FP32 66.91 TFLOP/s
# hover 10 NVIDIA H200 SXM 141GB: FP32 66.91 TFLOP/s
# hover 11 NVIDIA H200 SXM 141GB: FP16 133.8 TFLOP/s
# hover 12 NVIDIA H200 SXM 141GB: FP16 133.8 TFLOP/s
# hover 13 NVIDIA H200 SXM 141GB: FP16 tensor 1.071 PFLOP/s
# hover 14 NVIDIA H200 SXM 141GB: FP16 tensor 1.071 PFLOP/s
# hover 38 naive_mm n=1024 BLOCK_X=16 BLOCK_Y=16 on h200, L1: 0.4995 FLOP/B, predicted 5.149 TFLOP/s, 30.8 % of the 16.71 TFLOP/s attainable there; held by shared memory and L1 data banks
# hover 40 naive_mm n=1024 BLOCK_X=16 BLOCK_Y=16 on h200, L2: 4.539 FLOP/B, predicted 5.149 TFLOP/s, 13 % of the 39.71 TFLOP/s attainable there; held by shared memory and L1 data banks
# hover 42 naive_mm n=1024 BLOCK_X=16 BLOCK_Y=16 on h200, DRAM: 255.9 FLOP/B, predicted 5.149 TFLOP/s, 7.7 % of the 66.91 TFLOP/s attainable there; held by shared memory and L1 data banks
# hover 45 naive_mm n=1024 BLOCK_X=16 BLOCK_Y=16 on h200, L1: 0.4995 FLOP/B, measured 5.161 TFLOP/s, 30.9 % of the 16.71 TFLOP/s attainable there, spread 0.85 %, by its counters
# hover 48 naive_mm n=1024 BLOCK_X=16 BLOCK_Y=16 on h200, L2: 4.066 FLOP/B, measured 5.161 TFLOP/s, 14.5 % of the 35.58 TFLOP/s attainable there, spread 0.85 %, by its counters
# hover 51 naive_mm n=1024 BLOCK_X=16 BLOCK_Y=16 on h200, DRAM: 255.8 FLOP/B, measured 5.161 TFLOP/s, 7.71 % of the 66.91 TFLOP/s attainable there, spread 0.85 %, by its counters
# hover 53 tiled_mm n=1024 TILE=16 on h200, L1: 3.969 FLOP/B, predicted 8.123 TFLOP/s, 12.1 % of the 66.91 TFLOP/s attainable there; held by shared memory and L1 data banks
# hover 55 tiled_mm n=1024 TILE=16 on h200, L2: 4.715 FLOP/B, predicted 8.123 TFLOP/s, 19.7 % of the 41.25 TFLOP/s attainable there; held by shared memory and L1 data banks
# hover 57 tiled_mm n=1024 TILE=16 on h200, DRAM: 255.9 FLOP/B, predicted 8.123 TFLOP/s, 12.1 % of the 66.91 TFLOP/s attainable there; held by shared memory and L1 data banks
# hover 60 tiled_mm n=1024 TILE=16 on h200, L1: 3.969 FLOP/B, measured 7.756 TFLOP/s, 11.6 % of the 66.91 TFLOP/s attainable there, spread 0.3 %, by its counters
# hover 63 tiled_mm n=1024 TILE=16 on h200, L2: 4.879 FLOP/B, measured 7.756 TFLOP/s, 18.2 % of the 42.7 TFLOP/s attainable there, spread 0.3 %, by its counters
# hover 66 tiled_mm n=1024 TILE=16 on h200, DRAM: 255.9 FLOP/B, measured 7.756 TFLOP/s, 11.6 % of the 66.91 TFLOP/s attainable there, spread 0.3 %, by its counters
# hover 68 stencil_2d width=8192 height=8192 BLOCK_X=32 BLOCK_Y=8 on h200, L1: 0.1818 FLOP/B, predicted 1.23 TFLOP/s, 20.2 % of the 6.083 TFLOP/s attainable there; held by starting the blocks and running the last
# hover 70 stencil_2d width=8192 height=8192 BLOCK_X=32 BLOCK_Y=8 on h200, L2: 0.3636 FLOP/B, predicted 1.23 TFLOP/s, 38.6 % of the 3.182 TFLOP/s attainable there; held by starting the blocks and running the last
# hover 72 stencil_2d width=8192 height=8192 BLOCK_X=32 BLOCK_Y=8 on h200, DRAM: 0.5169 FLOP/B, predicted 1.23 TFLOP/s, 49.6 % of the 2.481 TFLOP/s attainable there; held by starting the blocks and running the last
# hover 75 stencil_2d width=8192 height=8192 BLOCK_X=32 BLOCK_Y=8 on h200, L1: 0.1818 FLOP/B, measured 1.159 TFLOP/s, 19.1 % of the 6.083 TFLOP/s attainable there, spread 0.43 %, by its counters
# hover 78 stencil_2d width=8192 height=8192 BLOCK_X=32 BLOCK_Y=8 on h200, L2: 0.2572 FLOP/B, measured 1.159 TFLOP/s, 51.5 % of the 2.251 TFLOP/s attainable there, spread 0.43 %, by its counters
# hover 81 stencil_2d width=8192 height=8192 BLOCK_X=32 BLOCK_Y=8 on h200, DRAM: 0.5152 FLOP/B, measured 1.159 TFLOP/s, 46.9 % of the 2.473 TFLOP/s attainable there, spread 0.43 %, by its counters
# hover 83 saxpy n=16777216 BLOCK=256 on h200, L1: 0.1667 FLOP/B, predicted 599.1 GFLOP/s, 10.7 % of the 5.576 TFLOP/s attainable there; held by writing into L2, by stores and from DRAM
# hover 85 saxpy n=16777216 BLOCK=256 on h200, L2: 0.1667 FLOP/B, predicted 599.1 GFLOP/s, 41.1 % of the 1.458 TFLOP/s attainable there; held by writing into L2, by stores and from DRAM
# hover 87 saxpy n=16777216 BLOCK=256 on h200, DRAM: 0.1855 FLOP/B, predicted 599.1 GFLOP/s, 67.3 % of the 890.2 GFLOP/s attainable there; held by writing into L2, by stores and from DRAM
# hover 89 mma_mm n=1024 WARPS=4 on h200, L1: 2.653 FLOP/B, predicted 18.75 TFLOP/s, 21.1 % of the 88.75 TFLOP/s attainable there; held by shared memory and L1 data banks
# hover 91 mma_mm n=1024 WARPS=4 on h200, L2: 13.85 FLOP/B, predicted 18.75 TFLOP/s, 15.5 % of the 121.2 TFLOP/s attainable there; held by shared memory and L1 data banks
# hover 93 mma_mm n=1024 WARPS=4 on h200, DRAM: 511.6 FLOP/B, predicted 18.75 TFLOP/s, 1.75 % of the 1.071 PFLOP/s attainable there; held by shared memory and L1 data banks
# hover 96 mma_mm n=1024 WARPS=4 on h200, L1: 2.653 FLOP/B, measured 16.57 TFLOP/s, 18.7 % of the 88.75 TFLOP/s attainable there, spread 5.3 %, by its counters
# hover 99 mma_mm n=1024 WARPS=4 on h200, L2: 12.57 FLOP/B, measured 16.57 TFLOP/s, 15.1 % of the 110 TFLOP/s attainable there, spread 5.3 %, by its counters
# hover 102 mma_mm n=1024 WARPS=4 on h200, DRAM: 511.2 FLOP/B, measured 16.57 TFLOP/s, 1.55 % of the 1.071 PFLOP/s attainable there, spread 5.3 %, by its counters
